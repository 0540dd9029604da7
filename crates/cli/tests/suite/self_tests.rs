//! Tests of the runner itself: a runner that finds nothing wrong is worth nothing.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use libtest_mimic::{Failed, Trial};

use crate::batch::{Setting, batches};
use crate::difference::difference;
use crate::expectation::{ExpectedFault, Output, bless, parse};
use crate::native::scratch;

pub(crate) fn tests() -> Vec<Trial> {
    vec![
        Trial::test("runner: directives are read", directives_are_read),
        Trial::test("runner: unknown directives are errors", unknown_directives_are_errors),
        Trial::test("runner: blessing replaces the output", blessing_replaces_the_output),
        Trial::test("runner: differences are shown", differences_are_shown),
        Trial::test("runner: programs are compiled together", programs_are_compiled_together),
    ]
}

fn directives_are_read() -> Result<(), Failed> {
    let source = "// Text: any.\n// args: a \"b c\"\n// levels: 0\n// stdin: x\\n\n// stdout: 1\n// stdout:\n// stdout: 2\n\
                  // stderr~ oops\n\n// args: too late\nint main(void) {} //~ null-dereference\n";
    let expectation = parse(source)?;
    assert_eq!(expectation.arguments, ["a", "b c"]);
    assert_eq!(expectation.levels, ["0"]);
    assert_eq!(expectation.stdin, "x\n");
    assert_eq!(expectation.output, Output::Text("1\n\n2".into()));
    assert_eq!(expectation.stderr, ["oops"]);
    assert_eq!(expectation.fault, Some(ExpectedFault { kind: "null-dereference".into(), line: 11 }));
    assert_eq!(expectation.exit, None);
    assert_eq!(parse("// Text.\n// exit: 7\n")?.exit, Some(7));
    assert_eq!(parse("int main;")?.levels, ["0", "1", "2"]);
    Ok(())
}

fn unknown_directives_are_errors() -> Result<(), Failed> {
    assert!(parse("// Text.\n// stdoutt: x\n").unwrap_err().contains("line 2: unknown directive"));
    assert!(parse("// Text.\n// native: other\n").is_err());
    assert!(parse("// Text.\n// native: same\n// stdout: x\n").is_err());
    assert!(parse("// Text.\n// exit: x\n").is_err());
    assert!(parse("a //~ leak\nb //~ leak\n").is_err());
    Ok(())
}

fn blessing_replaces_the_output() -> Result<(), Failed> {
    let blessed = bless("// Text.\n// stdout: old\n// args: x\nint a;\n", "new\n\nlines\n");
    assert_eq!(blessed, "// Text.\n// stdout: new\n// stdout:\n// stdout: lines\n// args: x\nint a;\n");
    assert_eq!(bless("// Text.\nint a;\n", "new\n"), "// Text.\n// stdout: new\nint a;\n");
    assert_eq!(bless("// Text.\n// stdout: old\nint a;\n", ""), "// Text.\nint a;\n");
    Ok(())
}

fn differences_are_shown() -> Result<(), Failed> {
    assert_eq!(difference("a\nb", "a\nb"), None);
    let shown = difference("a\nb\n", "a\nc\n").unwrap_or_default();
    assert_eq!(shown, "line 2 differs (- expected, + found):\n    a\n  - b\n  - \n  + c\n  + \n");
    Ok(())
}

fn programs_are_compiled_together() -> Result<(), Failed> {
    let folder = scratch("batch");
    let sources = [
        ("good.c", "#include <mazurka.h>\nconst char *name(void) { return __FILE__ TEXT; }\n"),
        ("bad.c", "int f(void) { return missing; }\n"),
        ("other.c", "int other;\n"),
    ];
    for (name, source) in sources {
        fs::write(folder.join(name), source)?;
    }
    let setting = Setting::new(&folder, ["-DTEXT=\"...\"".into()]);
    let wanted: Vec<_> = sources.map(|(name, _)| Some((setting.clone(), name.into()))).into();
    let batches = batches(&[&wanted[..], &[None]].concat());
    let [Some(good), Some(bad), Some(other), None] = &batches[..] else {
        panic!("one is not to be compiled")
    };
    assert!(Arc::ptr_eq(good, other) && !Arc::ptr_eq(good, bad), "neighbours do not wait for each other");
    let text = fs::read_to_string(good.write(Path::new("good.c"), &folder.join("texts"))?)?;
    assert!(text.contains("; ModuleID = 'good.c'") && text.contains("c\"good.c...\\00\""), "{text}");
    assert!(!text.contains("@other") && other.write(Path::new("other.c"), &folder.join("texts")).is_ok());
    let said = bad.write(Path::new("bad.c"), &folder.join("texts")).unwrap_err();
    assert!(said.starts_with("bad.c does not compile: bad.c:1:22: error: "), "{said}");
    Ok(())
}

//! Tests of the runner itself: a runner that finds nothing wrong is worth nothing.

use libtest_mimic::{Failed, Trial};

use crate::difference::difference;
use crate::expectation::{ExpectedFault, Output, bless, parse};

pub(crate) fn tests() -> Vec<Trial> {
    vec![
        Trial::test("runner: directives are read", directives_are_read),
        Trial::test("runner: unknown directives are errors", unknown_directives_are_errors),
        Trial::test("runner: blessing replaces the output", blessing_replaces_the_output),
        Trial::test("runner: differences are shown", differences_are_shown),
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

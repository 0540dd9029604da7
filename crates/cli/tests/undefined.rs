//! Functions that neither the program nor the library defines.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// Calls twenty undefined functions, the last one first, from line 2 on; the address of another one is taken.
fn program() -> String {
    let mut text = String::from("int main(int argc, char **argv) { (void)argv; int r = 0;\n");
    for number in (0..20).rev() {
        let _ =
            writeln!(text, "{{ int undefined_{number}(int); if (argc > 1) r += undefined_{number}(argc); }}");
    }
    text + "{ void *alone(void); void *(*volatile f)(void) = alone; if (argc > 2) r += f() != 0; }\nreturn r; }\n"
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("undefined").join(name);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("prog.c"), program()).unwrap();
    folder
}

fn mazurka(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mazurka"));
    command.current_dir(folder).args(arguments).env("COLUMNS", "100").stdin(Stdio::null()).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn listing(help: &str) -> String {
    let mut text =
        String::from("note: 21 functions are defined neither by the program nor by the library:\n");
    for number in (0..20).rev() {
        let name = format!("undefined_{number}");
        let column = if number < 10 { 44 } else { 45 };
        let _ = writeln!(text, "  {name:12}  called at prog.c:{}:{column}", 21 - number);
    }
    text + "  alone         not called by name\n" + help
}

const REFUSED: &str = "  help: a call ends the search with an error; define what is called in a .c file that is given\n        \
                       together with the others, or try --undefined null\n";

#[test]
fn all_are_listed_before_the_program_starts() {
    let folder = folder("listed");
    for command in ["run", "check"] {
        let output = mazurka(&folder, &[command, "prog.c"]);
        assert_eq!(text(&output.stderr), listing(REFUSED), "{command}");
        assert_eq!(output.status.code(), Some(0), "none of them is called");
    }
    assert_eq!(text(&mazurka(&folder, &["check", "--quiet", "prog.c"]).stderr), "");
}

#[test]
fn a_call_of_one_is_an_error() {
    let folder = folder("called");
    for command in ["run", "check"] {
        let output = mazurka(&folder, &[command, "prog.c", "--", "x"]);
        let error =
            "error: undefined function `undefined_19`: neither the program nor the library defines it";
        assert!(text(&output.stderr).contains(error), "{}", text(&output.stderr));
        assert_eq!(output.status.code(), Some(2));
    }
}

#[test]
fn they_may_be_assumed_to_return_zero() {
    let folder = folder("zero");
    let arguments = ["check", "--undefined", "null", "prog.c", "--", "x", "y"];
    let output = mazurka(&folder, &arguments);
    let assumed = "  assumed with --undefined null: they do nothing and return zero\n";
    assert_eq!(text(&output.stderr), listing(assumed));
    let verdict = "(assuming that 21\n    undefined functions do nothing and return zero)\n";
    assert!(text(&output.stdout).contains(verdict), "{}", text(&output.stdout));
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(mazurka(&folder, &["run", "--undefined", "null", "prog.c", "--", "x"]).status.code(), Some(0));
}

#[test]
fn json_lists_them() {
    let folder = folder("json");
    let output = mazurka(&folder, &["check", "--format", "json", "--undefined=null", "prog.c"]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let undefined = report["undefined"].as_array().unwrap();
    assert_eq!((undefined.len(), &report["undefined_return_zero"]), (21, &Value::Bool(true)));
    assert_eq!(undefined[0]["function"], "undefined_19");
    assert_eq!(undefined[0]["location"]["line"], 2);
    assert_eq!((&undefined[20]["function"], &undefined[20]["location"]), (&"alone".into(), &Value::Null));
}

#[test]
fn a_stub_in_a_file_beside_it_defines_one() {
    let folder = folder("stub");
    fs::write(folder.join("stubs.c"), "int undefined_19(int x) { return x + 40; }\n").unwrap();
    let output = mazurka(&folder, &["run", "--undefined", "null", "prog.c", "stubs.c", "--", "x"]);
    assert_eq!(output.status.code(), Some(42));
    assert!(!text(&output.stderr).contains("undefined_19"));
}

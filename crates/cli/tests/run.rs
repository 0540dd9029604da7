//! `mazurka run` from outside: what the program sees, what we see of it, and how a run ends.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder with a program in it.
struct Program {
    folder: PathBuf,
    command: Command,
}

impl Program {
    fn new(name: &str, source: &str) -> Program {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("run").join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_mazurka"));
        command.current_dir(&folder).args(["run", "prog.c"]).stdin(Stdio::null());
        Program { folder, command }.file("prog.c", source)
    }

    fn file(self, name: &str, text: &str) -> Program {
        let path = self.folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
        self
    }

    fn args(mut self, arguments: &[&str]) -> Program {
        self.command.args(arguments);
        self
    }

    fn stdin(mut self, text: &str) -> Program {
        self = self.file("stdin", text);
        self.command.stdin(fs::File::open(self.folder.join("stdin")).unwrap());
        self
    }

    fn run(mut self) -> Output {
        self.command.output().unwrap()
    }

    #[track_caller]
    fn prints(self, exit: i32, stdout: &str, stderr: &str) {
        let output = self.run();
        assert_eq!(text(&output.stderr), stderr);
        assert_eq!(text(&output.stdout), stdout);
        assert_eq!(output.status.code(), Some(exit));
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn output_and_exit_code_are_passed_on() {
    let source =
        "#include <stdio.h>\nint main(void) { puts(\"out\"); fputs(\"err\\n\", stderr); return 300; }";
    Program::new("exit", source).prints(300 % 256, "out\n", "err\n");
}

#[test]
fn arguments_stand_behind_two_dashes() {
    let source =
        "#include <stdio.h>\nint main(int c, char **v) { for (int i = 0; i < c; i++) puts(v[i]); return c; }";
    Program::new("arguments", source).args(&["--", "-DX", "--leaks", "a b"]).prints(
        4,
        "prog\n-DX\n--leaks\na b\n",
        "",
    );
}

#[test]
fn the_environment_is_what_options_say() {
    let source = "#include <stdio.h>\n#include <stdlib.h>\nextern char **environ;\n\
                  int main(void) { for (char **e = environ; *e; e++) puts(*e); return getenv(\"HOME\") != 0; }";
    Program::new("environment", source).args(&["--env", "A=1", "--env=B=x y"]).prints(0, "A=1\nB=x y\n", "");
}

#[test]
fn standard_input_is_the_programs() {
    let source = "#include <stdio.h>\nint main(void) { int c; while ((c = getchar()) != EOF) putchar(c + 1); return 0; }";
    Program::new("stdin", source).stdin("HAL").prints(0, "IBM", "");
}

#[test]
fn only_named_files_are_visible() {
    let source = "#include <stdio.h>\nstatic void show(const char *name) {\n  FILE *f = fopen(name, \"r\"); char line[80];\n\
                  if (!f) { printf(\"%s: none\\n\", name); return; }\n  while (fgets(line, 80, f)) printf(\"%s: %s\", name, line);\n\
                  fclose(f);\n}\nint main(void) { show(\"in/a\"); show(\"in/sub/b\"); show(\"/c\"); show(\"prog.c\"); return 0; }";
    let program =
        Program::new("files", source).file("in/a", "1\n2\n").file("in/sub/b", "3\n").file("other", "4\n");
    let expected = "in/a: 1\nin/a: 2\nin/sub/b: 3\n/c: 4\nprog.c: none\n";
    program.args(&["--file", "in", "--file", "other:/c"]).prints(0, expected, "");
}

#[test]
fn several_inputs_are_linked() {
    let source = "#include <stdio.h>\nint two(void), three(void);\nint main(void) { printf(\"%d\\n\", two() + three()); }";
    Program::new("linked", source)
        .file("two.c", "int two(void) { return 2; }")
        .file("three.ll", "define i32 @three() {\n  ret i32 3\n}\n")
        .args(&["two.c", "three.ll"])
        .prints(0, "5\n", "");
}

#[test]
fn a_missing_function_is_named() {
    let output = Program::new("missing", "int other(void);\nint main(void) { return other(); }").run();
    assert_eq!(output.status.code(), Some(2));
    let stderr = text(&output.stderr);
    assert!(
        stderr.contains("error: ") && stderr.contains("other") && stderr.contains("prog.c:2:25"),
        "{stderr}"
    );
}

#[test]
fn bad_ir_is_refused_with_its_place() {
    let output = Program::new("bad_ir", "int main(void) { return 0; }")
        .file("bad.ll", "\n@x = gobal i32 0\n")
        .args(&["bad.ll"])
        .run();
    assert_eq!(output.status.code(), Some(2));
    let stderr = text(&output.stderr);
    assert!(stderr.starts_with("error: bad.ll:2:") && stderr.contains("help: "), "{stderr}");
}

#[test]
fn a_fault_is_shown_with_line_and_stack() {
    let source = "#include <stdlib.h>\nstatic int get(int *p) {\n    return *p;\n}\nint main(void) {\n    int *p = malloc(4);\n    \
                  *p = 1;\n    free(p);\n    return get(p);\n}\n";
    let output = Program::new("fault", source).run();
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    let expected = "\
error[use-after-free]: read of 4 bytes at the start of a heap block of 4 bytes
    that was freed
 --> prog.c:3:12
  |
3 |     return *p;
  |            ^
  = in main:
      get at prog.c:3:12
      main at prog.c:9:12
";
    assert_eq!(stderr, expected);
}

#[test]
fn a_limit_is_no_success() {
    let output = Program::new("limit", "int main(void) { for (;;) {} }").args(&["--max-steps", "1000"]).run();
    assert_eq!(output.status.code(), Some(3));
    assert!(text(&output.stderr).contains("--max-steps"));
}

#[test]
fn ctrl_c_ends_a_run_and_keeps_its_output() {
    let source =
        "#include <stdio.h>\nint main(void) { fputs(\"begun\\n\", stderr); puts(\"kept\"); for (;;) {} }";
    let mut program = Program::new("interrupt", source);
    let mut child = program.command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    stderr.read_line(&mut line).unwrap();
    assert_eq!(line, "begun\n");
    let interrupt = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(interrupt.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(text(&output.stdout), "kept\n");
    let mut rest = String::new();
    stderr.read_to_string(&mut rest).unwrap();
    assert_eq!(rest, "note: interrupted\n");
}

#[test]
fn a_reader_that_has_seen_enough_ends_the_run() {
    let source = "#include <stdio.h>\nint main(void) { for (;;) puts(\"again and again\"); }";
    let mut program = Program::new("pipe", source);
    let mut child = program.command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, "again and again\n");
    let output = child.wait_with_output().unwrap();
    assert_eq!(text(&output.stderr), "");
    assert_eq!(output.status.code(), Some(141));
}

#[test]
fn a_program_that_does_not_read_does_not_wait_for_input() {
    let mut program = Program::new("no_input", "int main(void) { return 5; }");
    let mut child = program.command.stdin(Stdio::piped()).spawn().unwrap();
    // Held open until the program has ended.
    let stdin = child.stdin.take();
    assert_eq!(child.wait().unwrap().code(), Some(5));
    drop(stdin);
}

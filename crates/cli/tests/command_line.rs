//! The command line from outside: what it refuses, how it says so, and with which exit code.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn mazurka(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mazurka"));
    command.args(arguments);
    command
}

/// A new folder with these files in it.
fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("command_line").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    for (name, text) in files {
        fs::write(folder.join(name), text).unwrap();
    }
    folder
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Exit code 2, nothing on stdout, and a message with these parts in it.
#[track_caller]
fn assert_failure(output: &Output, parts: &[&str]) {
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert_eq!(text(&output.stdout), "");
    for part in parts {
        assert!(stderr.contains(part), "no `{part}` in:\n{stderr}");
    }
}

#[test]
fn the_definition_is_consistent() {
    mazurka::definition().debug_assert();
}

#[test]
fn without_arguments_help_is_printed() {
    let output = mazurka(&[]).output().unwrap();
    assert!(text(&output.stderr).contains("Usage: mazurka <COMMAND>"));
    let output = mazurka(&["run", "--help"]).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    for part in ["Exit codes:", "Clang flags:", "Examples:", "--file <HOST[:GUEST]>"] {
        assert!(text(&output.stdout).contains(part), "no `{part}`");
    }
    assert_eq!(text(&mazurka(&["--version"]).output().unwrap().stdout), "mazurka 0.1.0\n");
}

#[test]
fn wrong_usage_is_refused() {
    assert_failure(&mazurka(&["run"]).output().unwrap(), &["<FILE>..."]);
    assert_failure(&mazurka(&["run", "--nonsense", "a.c"]).output().unwrap(), &["--nonsense"]);
    assert_failure(&mazurka(&["run", "-q", "a.c"]).output().unwrap(), &["-q is not an option"]);
    assert_failure(&mazurka(&["run", "a.bc"]).output().unwrap(), &["a.bc is LLVM bitcode", "llvm-dis a.bc"]);
    assert_failure(&mazurka(&["run", "/nonexistent.ll"]).output().unwrap(), &["cannot read /nonexistent.ll"]);
}

#[test]
fn clangs_diagnostics_are_shown_as_they_are() {
    let folder = folder("diagnostics", &[("bad.c", "int main(void) {\n    return missing;\n}\n")]);
    let output = mazurka(&["run", "bad.c"]).current_dir(&folder).output().unwrap();
    assert_failure(
        &output,
        &["bad.c:2:12: error: use of undeclared identifier 'missing'", "error: bad.c does not compile"],
    );
    let output = mazurka(&["run", "nothing.c"]).current_dir(&folder).output().unwrap();
    assert_failure(&output, &["no such file or directory: 'nothing.c'"]);
}

#[test]
fn flags_reach_the_compiler() {
    let source = "#include <mazurka.h>\n#if X != 3 || !defined Y || !defined __MAZURKA__ || __STDC_VERSION__ != 201112L\n\
                  #error flags\n#endif\nint main(void) { stop here }\n";
    let folder = folder("flags", &[("flags.txt", source), ("y.h", "#define Y\n")]);
    let flags = ["-DX=3", "-include", "y.h", "-std=c11", "-I", ".", "-x", "c", "flags.txt"];
    let output = mazurka(&[&["run"], &flags[..]].concat()).current_dir(&folder).output().unwrap();
    assert_failure(&output, &["use of undeclared identifier 'stop'"]);
    assert!(!text(&output.stderr).contains("#error"), "{}", text(&output.stderr));
}

#[test]
fn a_missing_or_old_compiler_is_named() {
    let empty = folder("no_clang", &[]);
    let without = mazurka(&["run", "a.c"]).env("PATH", &empty).env_remove("MAZURKA_CLANG").output().unwrap();
    assert_failure(&without, &["clang was not found", "install clang 14 or newer"]);

    let old = folder("old_clang", &[("clang", "#!/bin/sh\necho 'clang version 13.0.1'\n")]);
    fs::set_permissions(old.join("clang"), fs::Permissions::from_mode(0o755)).unwrap();
    let output = mazurka(&["run", "a.c"]).env("PATH", &old).env_remove("MAZURKA_CLANG").output().unwrap();
    assert_failure(&output, &["clang 13 is too old"]);

    let output = mazurka(&["run", "a.c"]).env("MAZURKA_CLANG", old.join("clang")).output().unwrap();
    assert_failure(&output, &["is clang 13, which is too old"]);
}

#[test]
fn a_compiler_that_is_called_by_its_version_is_not_asked_for_it() {
    let script = "#!/bin/sh\n[ \"$1\" = --version ] && exit 1\necho '; nothing'\n";
    let folder = folder("numbered_clang", &[("clang", script), ("clang-15", script)]);
    for name in ["clang", "clang-15"] {
        fs::set_permissions(folder.join(name), fs::Permissions::from_mode(0o755)).unwrap();
    }
    let mut compile = mazurka(&["compile", "a.c"]);
    let output = compile.env("PATH", &folder).env_remove("MAZURKA_CLANG").output().unwrap();
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(0), "; nothing\n".to_owned()));
}

#[test]
fn compiling_leaves_no_files_behind() {
    let folder = folder("debris", &[("main.c", "#include <mazurka.h>\nint main(void) { return 0; }\n")]);
    let temporary = folder.join("tmp");
    fs::create_dir(&temporary).unwrap();
    mazurka(&["run", "main.c"]).current_dir(&folder).env("TMPDIR", &temporary).output().unwrap();
    assert_eq!(fs::read_dir(&temporary).unwrap().count(), 0);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
}

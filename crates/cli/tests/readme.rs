//! The sessions in README.md show what really happens.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};

#[test]
fn sessions_are_real() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    // Traces are left where a check is started: not in the repository.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme");
    fs::create_dir_all(&folder).unwrap();
    if !folder.join("examples").exists() {
        symlink(root.join("examples"), folder.join("examples")).unwrap();
    }
    let sessions = readme.split("```console\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let mut seen = 0;
    for session in sessions {
        let mut last_exit = None;
        for step in session.split("$ ").skip(1) {
            let (command, shown) = step.split_once('\n').unwrap();
            if command == "echo $?" {
                assert_eq!(last_exit.map(|code: i32| code.to_string()).as_deref(), Some(shown.trim()));
                continue;
            }
            let words: Vec<&str> = command.split_whitespace().collect();
            assert_eq!(words[0], "mazurka", "only this program is known here");
            let output = Command::new(env!("CARGO_BIN_EXE_mazurka"))
                .args(&words[1..])
                .current_dir(&folder)
                .env_remove("COLUMNS")
                .stdin(Stdio::null())
                .output()
                .unwrap();
            let printed = [output.stdout, output.stderr].concat();
            assert_eq!(without_time(&String::from_utf8(printed).unwrap()), without_time(shown), "{command}");
            last_exit = output.status.code();
            seen += 1;
        }
    }
    assert_eq!(seen, 6);
}

/// How long a search takes differs from run to run.
fn without_time(text: &str) -> String {
    let line = |line: &str| match line.rsplit_once(", ") {
        Some((rest, last)) if last.ends_with(" s (optimal)") => format!("{rest}, … s (optimal)\n"),
        _ => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

//! Completions and manual pages know every command and every option.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn mazurka(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_mazurka")).args(arguments).stdin(Stdio::null()).output().unwrap()
}

#[track_caller]
fn printed(arguments: &[&str]) -> String {
    let output = mazurka(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// As `mazurka help` lists them.
fn commands() -> Vec<String> {
    let help = printed(&["help"]);
    let section = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let names = section.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names: Vec<String> = names.map(|line| line.split_whitespace().next().unwrap().to_owned()).collect();
    for expected in ["check", "run", "explain", "completions", "man"] {
        assert!(names.iter().any(|name| name == expected), "{names:?}");
    }
    names
}

/// The long options that a command's help names at the start of a line.
fn options(command: &str) -> Vec<String> {
    let help = printed(&[command, "--help"]);
    let lines = help.lines().filter_map(|line| line.trim_start().strip_prefix("--"));
    let name =
        |rest: &str| rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').next().unwrap().to_owned();
    lines.map(name).filter(|name| !name.is_empty()).collect()
}

#[test]
fn completions_know_all_commands_and_options() {
    let options = options("check");
    assert!(options.len() > 15, "{options:?}");
    for shell in ["bash", "zsh", "fish"] {
        let script = printed(&["completions", shell]);
        for command in commands() {
            assert!(script.contains(&command), "{shell} does not know {command}");
        }
        for option in &options {
            assert!(script.contains(option.as_str()), "{shell} does not know --{option}");
        }
        // Values that have names are completed, too.
        assert!(script.contains("classic-no-sleep"), "{shell}");
    }
    assert_eq!(mazurka(&["completions", "cmd"]).status.code(), Some(2));
}

#[test]
fn bash_completes_a_command() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("completions");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("mazurka"), printed(&["completions", "bash"])).unwrap();
    let ask = "source ./mazurka; COMP_WORDS=(mazurka explain use); COMP_CWORD=2; _mazurka mazurka use explain; \
               echo ${COMPREPLY[*]}";
    let output = Command::new("bash").args(["-c", ask]).current_dir(&folder).output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "use-after-free\n", "{stderr}");
}

#[test]
fn the_manual_has_a_page_for_every_command() {
    let page = printed(&["man"]);
    assert!(page.contains(".TH mazurka 1"), "{page}");
    for command in commands() {
        assert!(page.contains(&format!("mazurka\\-{command}(1)")), "{command}:\n{page}");
        let page = printed(&["man", &command]);
        assert!(page.contains(&format!(".TH mazurka-{command} 1")), "{page}");
    }
    let page = printed(&["man", "check"]).replace('\\', "");
    for option in options("check") {
        assert!(page.contains(&format!("--{option}")), "--{option}:\n{page}");
    }
    assert_eq!(mazurka(&["man", "chek"]).status.code(), Some(2));
}

//! Compiled text is kept in the cache folder, and used as long as clang would print the same.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

/// A folder with a program, a cache, and a clang that says when it compiles.
struct Project(PathBuf);

const PROGRAM: &str = "\
#include <value.h>
#if __has_include(\"other.h\")
#include \"other.h\"
#endif
#include <stdio.h>
int main(void)
{
    int unused;
    printf(\"%d\\n\", VALUE);
    return 0;
}
";

impl Project {
    fn new(name: &str) -> Project {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache").join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("second")).unwrap();
        let project = Project(folder);
        project.write("prog.c", PROGRAM);
        project.write("second/value.h", "#define VALUE 1\n");
        // The first line of `mazurka`'s choice of clang is the one that it looks for itself.
        project.write(
            "clang",
            "#!/bin/sh\ncase \"$*\" in *-emit-llvm*' -o - '*) echo compiled >> \"$CLANG_LOG\";; esac\n\
             for clang in clang clang-19 clang-18 clang-17 clang-16 clang-15 clang-14; do\n\
             command -v $clang > /dev/null && exec $clang \"$@\"; done\n",
        );
        let chmod = Command::new("chmod").arg("+x").arg(project.0.join("clang")).status().unwrap();
        assert!(chmod.success());
        thread::sleep(Duration::from_millis(50));
        project
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.0.join(name), text).unwrap();
    }

    /// A file that changes, and is old enough to be relied on.
    fn change(&self, name: &str, text: &str) {
        self.write(name, text);
        thread::sleep(Duration::from_millis(50));
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mazurka"));
        command
            .current_dir(&self.0)
            .arg("run")
            .args(arguments)
            .args(["-Wall", "-Ifirst", "-Isecond", "prog.c"]);
        command.env("MAZURKA_CACHE", self.0.join("cache")).env("MAZURKA_CLANG", self.0.join("clang"));
        command.env("CLANG_LOG", self.0.join("log")).stdin(Stdio::null());
        command
    }

    /// What the program prints, and how many files were compiled for it.
    fn run(&self, arguments: &[&str]) -> (String, usize) {
        let before = self.compiled();
        let Output { status, stdout, stderr } = self.command(arguments).output().unwrap();
        let stderr = String::from_utf8(stderr).unwrap();
        assert!(status.success(), "{stderr}");
        assert!(
            stderr.contains("unused variable 'unused'"),
            "clang's warnings are shown every time: {stderr}"
        );
        (String::from_utf8(stdout).unwrap(), self.compiled() - before)
    }

    fn compiled(&self) -> usize {
        fs::read_to_string(self.0.join("log")).unwrap_or_default().lines().count()
    }

    fn entries(&self) -> Vec<PathBuf> {
        let files = fs::read_dir(self.0.join("cache")).into_iter().flatten();
        files.map(|file| file.unwrap().path()).collect()
    }
}

fn printed(text: &str, compiled: usize) -> (String, usize) {
    (format!("{text}\n"), compiled)
}

#[test]
fn nothing_is_compiled_twice() {
    let project = Project::new("twice");
    assert_eq!(project.run(&[]), printed("1", 1));
    assert_eq!(project.run(&[]), printed("1", 0));
    assert_eq!(project.run(&["--no-cache"]), printed("1", 1));
    assert_eq!(project.run(&["-O1"]), printed("1", 1));
    assert_eq!(project.run(&["-O1"]), printed("1", 0));
    assert_eq!(project.run(&[]), printed("1", 0), "other flags have an entry of their own");
    assert_eq!(project.entries().len(), 2);
}

#[test]
fn changes_are_noticed() {
    let project = Project::new("changes");
    assert_eq!(project.run(&[]), printed("1", 1));
    project.change("prog.c", &PROGRAM.replace("VALUE", "VALUE + 10"));
    assert_eq!(project.run(&[]), printed("11", 1));
    project.change("second/value.h", "#define VALUE 2\n");
    assert_eq!(project.run(&[]), printed("12", 1));
    assert_eq!(project.run(&[]), printed("12", 0));
    // A header that comes before another of the same name, in a folder that did not exist before.
    fs::create_dir(project.0.join("first")).unwrap();
    project.change("first/value.h", "#define VALUE 3\n");
    assert_eq!(project.run(&[]), printed("13", 1));
    // A header that was asked for.
    project.change("other.h", "#undef VALUE\n#define VALUE 4\n");
    assert_eq!(project.run(&[]), printed("14", 1));
    assert_eq!(project.run(&[]), printed("14", 0));
    fs::remove_file(project.0.join("other.h")).unwrap();
    assert_eq!(project.run(&[]), printed("13", 1));
    // Other files come and go.
    project.change("unrelated.h", "");
    assert_eq!(project.run(&[]), printed("13", 0));
}

#[test]
fn the_cache_may_be_damaged_or_deleted() {
    let project = Project::new("damaged");
    assert_eq!(project.run(&[]), printed("1", 1));
    let [entry] = &project.entries()[..] else { panic!("one file, one entry") };
    let bytes = fs::read(entry).unwrap();
    fs::write(entry, &bytes[..bytes.len() / 2]).unwrap();
    assert_eq!(project.run(&[]), printed("1", 1));
    assert_eq!(project.run(&[]), printed("1", 0));
    fs::remove_dir_all(project.0.join("cache")).unwrap();
    assert_eq!(project.run(&[]), printed("1", 1));
    // Nothing can be written where a file is.
    fs::remove_dir_all(project.0.join("cache")).unwrap();
    project.write("cache", "");
    assert_eq!(project.run(&[]), printed("1", 1));
    assert_eq!(project.run(&[]), printed("1", 1));
}

#[test]
fn processes_may_write_the_same_entry() {
    let project = Project::new("processes");
    let start = |_| project.command(&[]).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let processes: Vec<_> = (0..4).map(start).collect();
    for process in processes {
        let output = process.wait_with_output().unwrap();
        assert_eq!(String::from_utf8(output.stdout).unwrap(), "1\n");
    }
    assert_eq!(project.entries().len(), 1, "no temporary file remains");
    assert_eq!(project.run(&[]), printed("1", 0));
}

#[test]
fn times_are_not_kept() {
    let project = Project::new("times");
    project.change("second/value.h", "#define VALUE (sizeof __TIME__ == 9)\n");
    assert_eq!(project.run(&[]), printed("1", 1));
    assert_eq!(project.run(&[]), printed("1", 1));
}

/// Every clang waits until two have started.
#[test]
fn files_are_compiled_side_by_side() {
    if thread::available_parallelism().unwrap().get() == 1 {
        return;
    }
    let project = Project::new("parallel");
    let clang = fs::read_to_string(project.0.join("clang")).unwrap();
    let wait = "esac\ncase \"$*\" in *-emit-llvm*' -o - '*)\n\
                for try in $(seq 200); do [ $(wc -l < \"$CLANG_LOG\") -ge 2 ] && break; sleep 0.1; done\n\
                [ $(wc -l < \"$CLANG_LOG\") -ge 2 ] || exit 1;; esac\n";
    project.write("clang", &clang.replace("esac\n", wait));
    project.change("more.c", "int more;\n");
    let output = project.command(&["--no-cache", "more.c"]).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "1\n");
}

#[test]
fn every_file_s_errors_are_shown_in_order() {
    let project = Project::new("errors");
    project.write("a.c", "int a = missing_a;\n");
    project.write("b.c", "int b = missing_b;\n");
    let output = project.command(&["a.c", "b.c"]).output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    let places: Vec<_> = ["missing_a", "missing_b", "'unused'", "error: a.c does not compile"]
        .iter()
        .map(|said| stderr.find(said).unwrap_or_else(|| panic!("{said} in {stderr}")))
        .collect();
    assert!(places.is_sorted(), "{stderr}");
    assert_eq!(output.status.code(), Some(2));
}

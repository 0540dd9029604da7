//! Running a command to its end, or to its time limit.

use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use wait_timeout::ChildExt;

/// How a command ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    pub stdout: String,
    pub stderr: String,
    /// `None`: ended by a signal.
    pub exit: Option<i32>,
}

/// `Ok(None)`: the time limit was reached and the command killed.
pub(crate) fn run(command: &mut Command, stdin: &str, limit: Duration) -> Result<Option<Outcome>, String> {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("cannot run {command:?}: {error}"))?;
    let (mut to, from, errors) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    thread::scope(|scope| {
        // A child that does not read its input to the end closes the pipe: no failure of ours.
        scope.spawn(move || to.take().map(|mut to| to.write_all(stdin.as_bytes())));
        let stdout = scope.spawn(move || read_all(from));
        let stderr = scope.spawn(move || read_all(errors));
        let status = child.wait_timeout(limit).map_err(|error| error.to_string())?;
        if status.is_none() {
            child.kill().and_then(|()| child.wait()).map_err(|error| error.to_string())?;
        }
        let (stdout, stderr) = (stdout.join().unwrap_or_default(), stderr.join().unwrap_or_default());
        Ok(status.map(|status| Outcome { stdout, stderr, exit: status.code() }))
    })
}

fn read_all(pipe: Option<impl Read>) -> String {
    let mut bytes = Vec::new();
    // What was read before an error is what there is to compare.
    let _ = pipe.map(|mut pipe| pipe.read_to_end(&mut bytes));
    String::from_utf8_lossy(&bytes).into_owned()
}

//! Why Mazurka could not do what it was asked.

use std::fmt;

/// A failure that is not a finding: wrong usage, a program that does not compile, input that is not supported.
/// It ends the process with exit code 2.
#[derive(Debug, PartialEq, Eq)]
pub struct Failure {
    message: String,
    help: Option<String>,
}

impl Failure {
    pub fn new(message: impl Into<String>) -> Failure {
        Failure { message: message.into(), help: None }
    }

    /// Says what the user can do about it.
    pub fn help(self, help: impl Into<String>) -> Failure {
        Failure { help: Some(help.into()), ..self }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error: {}", self.message)?;
        self.help.as_ref().map_or(Ok(()), |help| write!(f, "\n  help: {help}"))
    }
}

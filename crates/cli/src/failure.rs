//! Why Mazurka could not do what it was asked.

use std::fmt;

use mazurka_report::json::Value;
use mazurka_report::text::Paint;

/// A failure that is not a finding: wrong usage, a program that does not compile, input that is not supported.
/// It ends the process with exit code 2.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    message: String,
    help: Option<String>,
}

impl Failure {
    pub(crate) fn new(message: impl ToString) -> Failure {
        Failure { message: message.to_string(), help: None }
    }

    /// Says what the user can do about it.
    pub(crate) fn help(self, help: impl Into<String>) -> Failure {
        Failure { help: Some(help.into()), ..self }
    }

    /// As it appears on stdout where JSON is asked for.
    pub(crate) fn to_json(&self) -> Value {
        mazurka_report::json::failure(&self.message, self.help.as_deref())
    }

    /// As it appears on stderr.
    pub(crate) fn render(&self, paint: Paint) -> String {
        let mut text = format!("{}{}", paint.error("error"), paint.strong(format!(": {}", self.message)));
        if let Some(help) = &self.help {
            text += &format!("\n  {} {help}", paint.margin("help:"));
        }
        text
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(Paint::PLAIN))
    }
}

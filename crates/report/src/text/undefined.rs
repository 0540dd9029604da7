//! The list of undefined functions.

use std::fmt::Write;

use super::Sources;
use super::line::{counted, hang, widest};
use crate::check::{UndefinedFunction, UndefinedFunctions};

impl UndefinedFunctions {
    /// All of them, one a line, and what to do about it. Empty if there are none.
    pub fn listing(&self, width: usize, sources: &Sources) -> String {
        if self.functions.is_empty() {
            return String::new();
        }
        let count = counted(self.functions.len() as u64, "function");
        let (is, means) = match self.functions.len() {
            1 => ("is", "it does nothing and returns zero"),
            _ => ("are", "they do nothing and return zero"),
        };
        let heading = format!("note: {count} {is} defined neither by the program nor by the library:");
        let mut text = hang(&heading, width, 4) + "\n";
        let room = widest(self.functions.iter().map(|function| function.name.as_str()));
        for UndefinedFunction { name, call } in &self.functions {
            let place = match call {
                Some(location) => format!("called at {}", sources.shown(location)),
                None => "not called by name".to_owned(),
            };
            let _ = writeln!(text, "  {name:room$}  {place}");
        }
        let help = match self.return_zero {
            true => format!("assumed with --undefined null: {means}"),
            false => "help: a call ends the search with an error; define what is called in a .c file that is given together \
                      with the others, or try --undefined null"
                .to_owned(),
        };
        text + "  " + &hang(&help, width.saturating_sub(2), 8) + "\n"
    }

    /// What the verdict rests on.
    pub(crate) fn assumption(&self) -> Option<String> {
        let assumed = self.return_zero && !self.functions.is_empty();
        assumed.then(|| {
            let count = counted(self.functions.len() as u64, "undefined function");
            let does =
                if self.functions.len() == 1 { "does nothing and returns" } else { "do nothing and return" };
            format!("assuming that {count} {does} zero")
        })
    }
}

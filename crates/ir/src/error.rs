//! What is wrong with an input, and where.

use std::fmt;
use std::rc::Rc;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadError {
    pub path: Rc<str>,
    /// 1-based line and column (in bytes) of the IR text.
    pub line: u32,
    pub column: u32,
    pub message: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: {}", self.path, self.line, self.column, self.message)
    }
}

impl std::error::Error for ReadError {}

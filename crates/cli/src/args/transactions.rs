//! Options of searches through transactions.

use clap::{Args, ValueEnum};

#[derive(Args)]
pub(crate) struct Transactions {
    /// Also find these bugs, with shorter transactions
    #[arg(long, value_name = "WHAT")]
    pub also: Option<Also>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Also {
    /// All deadlocks: a transaction ends before it takes a lock
    Deadlocks,
}

impl Transactions {
    pub(crate) fn also_deadlocks(&self) -> bool {
        self.also == Some(Also::Deadlocks)
    }

    /// The first of the options that were given.
    pub(crate) fn first_given(&self) -> Option<&'static str> {
        self.also.map(|_| "--also")
    }
}

//! Options of searches through transactions.

use clap::{Args, ValueEnum};

#[derive(Args, Clone)]
pub(crate) struct Transactions {
    /// Also find these bugs, with shorter transactions
    #[arg(long, value_name = "WHAT")]
    pub also: Option<Also>,

    /// List the variables, with the locks that protect them, or the accesses that nothing keeps apart
    #[arg(long)]
    pub show_movers: bool,
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
        let given = [(self.also.is_some(), "--also"), (self.show_movers, "--show-movers")];
        given.into_iter().find_map(|(given, name)| given.then_some(name))
    }
}

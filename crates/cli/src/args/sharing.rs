//! Options of reductions that interleave plain accesses only where objects are shared.

use clap::{Args, ValueEnum};

#[derive(Args, Clone)]
pub(crate) struct Sharing {
    /// Search as the paper's algorithm does, which misses bugs: the verdict is never `ok`
    #[arg(long)]
    pub faithful: bool,

    /// What identifies an object in different executions [default: global]
    #[arg(long, value_name = "HOW")]
    pub object_ids: Option<ObjectIds>,

    /// List the objects that several threads access, with the accesses that showed it
    #[arg(long)]
    pub show_shared: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ObjectIds {
    /// The thread that allocates it, and which of its allocations it is
    Global,
    /// How many objects were allocated before it: depends on the order of the threads, and misses bugs
    PerPath,
}

impl Sharing {
    /// The first of the options that were given.
    pub(crate) fn first_given(&self) -> Option<&'static str> {
        let given = [
            (self.faithful, "--faithful"),
            (self.object_ids.is_some(), "--object-ids"),
            (self.show_shared, "--show-shared"),
        ];
        given.into_iter().find_map(|(given, name)| given.then_some(name))
    }

    /// The option that makes a search miss bugs, if one does.
    pub(crate) fn unsound(&self) -> Option<&'static str> {
        match self.object_ids {
            _ if self.faithful => Some("--faithful"),
            Some(ObjectIds::PerPath) => Some("--object-ids per-path"),
            Some(ObjectIds::Global) | None => None,
        }
    }
}

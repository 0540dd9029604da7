//! What analyses of the whole program ask about library functions: columns of their rows.

use mazurka_analysis::{Effect, Library};

use crate::lower::SUPPORT_PATH;

/// The table, as analyses see it.
pub struct Table;

pub static LIBRARY: Table = Table;

impl Library for Table {
    fn effect(&self, name: &str) -> Option<Effect> {
        super::find(name).map(|native| native.facts.effect)
    }

    fn entry_points(&self) -> &[&str] {
        &["__mazurka_start"]
    }

    fn is_own(&self, path: &str) -> bool {
        path.starts_with(SUPPORT_PATH)
    }
}

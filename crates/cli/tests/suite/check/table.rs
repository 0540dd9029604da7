//! The recorded counts as a table that people can read: a row for each program, a column for each reduction.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io;
use std::path::Path;

use mazurka::presets::Preset;

use super::reductions;

const HEAD: &str = "\
# How many executions each reduction needs, as `cargo test -p mazurka --test suite check` finds them and
# MAZURKA_BLESS=1 records them: 64+33/2 are 64 complete executions, 33 that were given up as redundant and 2 that an
# assumption or a bound cut off; - takes too long to count.
";

/// Counts by row, in the order of the reductions.
#[derive(Default)]
pub(super) struct Table {
    rows: BTreeMap<String, Vec<String>>,
}

impl Table {
    /// Columns are separated by at least two blanks. A file that is not there is an empty table.
    pub(super) fn read(path: &Path) -> io::Result<Table> {
        let text = match fs::read_to_string(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            text => text?,
        };
        let mut table = Table::default();
        for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).skip(1) {
            let mut columns = line.split("  ").map(str::trim).filter(|column| !column.is_empty());
            let row = columns.next().unwrap_or_default().to_owned();
            table.rows.insert(row, columns.map(str::to_owned).collect());
        }
        Ok(table)
    }

    pub(super) fn get(&self, row: &str) -> Option<Vec<String>> {
        self.rows.get(row).cloned()
    }

    pub(super) fn set(&mut self, row: &str, counts: Vec<String>) {
        self.rows.insert(row.to_owned(), counts);
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = reductions().map(|preset| preset.name.to_owned()).collect();
        let head = ("program".to_owned(), names);
        f.write_str(HEAD)?;
        for (row, counts) in std::iter::once((&head.0, &head.1)).chain(&self.rows) {
            write!(f, "{row:36}")?;
            for (count, Preset { name, .. }) in counts.iter().zip(reductions()) {
                write!(f, "  {count:>width$}", width = name.len().max(10))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

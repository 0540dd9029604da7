//! Brackets beside the steps of an execution: one for each transaction, with `◆` at its commit point.

use super::line::Line;
use super::paint::Ink;
use super::steps::Item;

/// What is beside an item.
#[derive(Clone, Default)]
pub(super) struct Bracket {
    pub first: Line,
    /// Beside its further lines.
    pub below: Line,
}

/// Beside each item, in the same width, which is 0 where there are no transactions.
pub(super) fn of(items: &[Item]) -> Vec<Bracket> {
    let number = |item: &Item| item.row()?.transaction.map(|of| of.number);
    if items.iter().all(|item| number(item).is_none()) {
        return vec![Bracket::default(); items.len()];
    }
    let is_shown = |item: &&Item| item.row().is_some();
    let bracket = |(at, item): (usize, &Item)| {
        let before = items[..at].iter().rfind(is_shown).and_then(number);
        let after = items[at + 1..].iter().find(is_shown).and_then(number);
        // Steps that are not shown belong to the transaction of those around them.
        let own = if is_shown(&item) { number(item) } else { before.filter(|own| after == Some(*own)) };
        let sign = match (own == before, own == after) {
            _ if own.is_none() => ' ',
            (false, true) => '╭',
            (true, true) => '│',
            (true, false) => '╰',
            (false, false) => '╶',
        };
        let commits = item.row().and_then(|row| row.transaction).is_some_and(|of| of.commits);
        let commit = if commits { "◆ " } else { "  " };
        let continues = own.is_some() && own == after;
        Bracket {
            first: Line::new(Ink::Margin, sign.to_string()).with(Ink::Strong, commit),
            below: Line::new(Ink::Margin, if continues { "│  " } else { "   " }),
        }
    };
    items.iter().enumerate().map(bracket).collect()
}

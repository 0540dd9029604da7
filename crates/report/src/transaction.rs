//! Transactions: runs of one thread's steps that a search treats as one, because what other threads do in between commutes
//! with them.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::execution::Execution;

/// The transaction that a step belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Transaction {
    /// Transactions are numbered in the order of the execution, from 0.
    pub number: usize,
    /// Whether this step is the commit point: the steps before it can be delayed to it, those after it moved up to it.
    pub commits: bool,
}

impl Execution {
    /// Marks the steps that are described; `of` is the transaction of each step of the schedule.
    pub fn mark(&mut self, of: &[Option<Transaction>]) {
        for step in &mut self.steps {
            step.transaction = of.get(step.number).copied().flatten();
        }
        self.number_transactions();
    }

    /// The transactions of all steps, as far as they are described.
    pub fn marks(&self) -> Vec<Option<Transaction>> {
        let mut marks = vec![None; self.len()];
        for step in &self.steps {
            marks[step.number] = step.transaction;
        }
        marks
    }

    /// How many transactions the described steps belong to.
    pub fn transactions(&self) -> usize {
        let numbers = self.steps.iter().filter_map(|step| step.transaction).map(|of| of.number);
        numbers.collect::<BTreeSet<usize>>().len()
    }

    /// The first of them is 0, and so on without gaps, where a search has numbered otherwise or steps were left out.
    fn number_transactions(&mut self) {
        let mut known: Vec<usize> = Vec::new();
        for of in self.steps.iter_mut().filter_map(|step| step.transaction.as_mut()) {
            // The steps of a transaction follow each other.
            if known.last() != Some(&of.number) {
                known.push(of.number);
            }
            of.number = known.len() - 1;
        }
    }
}

/// Whether the steps of every transaction follow each other.
pub fn are_contiguous(of: impl IntoIterator<Item = Option<Transaction>>) -> bool {
    let mut numbers: Vec<_> = of.into_iter().map(|of| of.map(|of| of.number)).collect();
    numbers.dedup();
    let mut seen = BTreeSet::new();
    numbers.into_iter().flatten().all(|number| seen.insert(number))
}

#[cfg(test)]
mod tests {
    use mazurka_machine::ThreadId;

    use super::*;
    use crate::action::Action;
    use crate::finding::TraceStep;

    fn of(number: usize) -> Option<Transaction> {
        Some(Transaction { number, commits: number == 7 })
    }

    fn execution(steps: usize) -> Execution {
        let step = TraceStep {
            number: 0,
            thread: ThreadId(1),
            choice: None,
            chance: None,
            action: Action::Continue,
            object: None,
            stack: Vec::new(),
            value: None,
            changes: Vec::new(),
            holds: Vec::new(),
            happens_after: Vec::new(),
            output: String::new(),
            transaction: None,
        };
        Execution::complete(vec![step; steps])
    }

    #[test]
    fn transactions_are_numbered_in_the_order_of_the_execution() {
        let mut execution = execution(5);
        execution.mark(&[None, of(7), of(7), of(2), of(3)]);
        let marks = execution.marks();
        let numbers: Vec<_> = marks.iter().map(|of| of.map(|of| of.number)).collect();
        assert_eq!(numbers, [None, Some(0), Some(0), Some(1), Some(2)]);
        assert_eq!(marks.iter().flatten().filter(|of| of.commits).count(), 2);
        assert_eq!(execution.transactions(), 3);
    }

    #[test]
    fn steps_that_are_not_described_have_no_marks() {
        let mut execution = execution(4);
        execution.steps.remove(1);
        execution.mark(&[of(0), of(0), of(1), of(1)]);
        assert_eq!(execution.marks(), [of(0), None, of(1), of(1)]);
        execution.mark(&[]);
        assert_eq!((execution.marks(), execution.transactions()), (vec![None; 4], 0));
    }

    #[test]
    fn a_transaction_is_one_run_of_steps() {
        assert!(are_contiguous([None, of(1), of(1), None, of(0)]));
        assert!(!are_contiguous([of(1), of(0), of(1)]));
        assert!(!are_contiguous([of(1), None, of(1)]));
    }
}

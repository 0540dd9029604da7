//! An execution: all of its steps as a schedule, and a description of those that a reader may want to see.

use mazurka_machine::{Choice, ThreadId};
use serde::{Deserialize, Serialize};

use crate::finding::TraceStep;

/// Which thread makes each step, and which of its choices it takes.
pub type Schedule = Vec<(ThreadId, Choice)>;

#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Execution {
    pub schedule: Schedule,
    /// In ascending order of their numbers. Of a long execution, most steps are omitted.
    pub steps: Vec<TraceStep>,
}

/// Steps that are not described.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gap {
    /// The number of the first of them.
    pub first: usize,
    pub steps: usize,
    /// The index in [`Execution::steps`] of what follows.
    pub before: usize,
}

impl Execution {
    /// An execution of which every step is described; numbers them.
    pub fn complete(steps: Vec<TraceStep>) -> Execution {
        let schedule = steps.iter().map(|step| (step.thread, step.choice.unwrap_or(0))).collect();
        let numbered = steps.into_iter().enumerate().map(|(number, step)| TraceStep { number, ..step });
        Execution { schedule, steps: numbered.collect() }
    }

    /// How many steps it has.
    pub fn len(&self) -> usize {
        self.schedule.len()
    }

    pub fn is_empty(&self) -> bool {
        self.schedule.is_empty()
    }

    /// Where steps are omitted.
    pub fn gaps(&self) -> Vec<Gap> {
        let mut gaps = Vec::new();
        let mut first = 0;
        let numbers = self.steps.iter().map(|step| step.number).chain([self.len()]);
        for (before, number) in numbers.enumerate() {
            if number > first {
                gaps.push(Gap { first, steps: number - first, before });
            }
            first = number + 1;
        }
        gaps
    }

    /// How many steps are omitted.
    pub fn omitted(&self) -> usize {
        self.len() - self.steps.len()
    }

    /// The index in [`Execution::steps`] of the step with this number, if it is described.
    pub fn index_of(&self, number: usize) -> Option<usize> {
        self.steps.binary_search_by_key(&number, |step| step.number).ok()
    }

    /// Whether what is described belongs to the schedule.
    pub fn is_consistent(&self) -> bool {
        let fits = |step: &TraceStep| {
            self.schedule.get(step.number) == Some(&(step.thread, step.choice.unwrap_or(0)))
        };
        self.steps.is_sorted_by(|a, b| a.number < b.number) && self.steps.iter().all(fits)
    }

    /// How often the next step is another thread's.
    pub fn context_switches(&self) -> usize {
        self.schedule.windows(2).filter(|pair| pair[0].0 != pair[1].0).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::Action;

    fn step(number: usize, thread: u16) -> TraceStep {
        TraceStep {
            number,
            thread: ThreadId(thread),
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
        }
    }

    #[test]
    fn gaps_lie_between_the_steps_that_are_described() {
        let schedule: Schedule = [0, 0, 1, 1, 1, 0, 2].map(|thread| (ThreadId(thread), 0)).to_vec();
        let of = |steps: &[(usize, u16)]| Execution {
            schedule: schedule.clone(),
            steps: steps.iter().map(|(number, thread)| step(*number, *thread)).collect(),
        };
        let gap = |first, steps, before| Gap { first, steps, before };
        let some = of(&[(1, 0), (2, 1), (5, 0)]);
        assert_eq!(some.gaps(), [gap(0, 1, 0), gap(3, 2, 2), gap(6, 1, 3)]);
        assert_eq!((some.omitted(), some.context_switches()), (4, 3));
        assert_eq!((some.index_of(5), some.index_of(4)), (Some(2), None));
        assert!(some.is_consistent());
        assert_eq!(of(&[]).gaps(), [gap(0, 7, 0)]);
        assert!(!of(&[(2, 1), (1, 0)]).is_consistent());
        assert!(!of(&[(2, 0)]).is_consistent());
        assert!(!of(&[(7, 0)]).is_consistent());
        let all = Execution::complete(vec![step(9, 1), step(9, 2)]);
        assert_eq!(all.schedule, [(ThreadId(1), 0), (ThreadId(2), 0)]);
        assert!(all.gaps().is_empty() && all.is_consistent());
    }
}

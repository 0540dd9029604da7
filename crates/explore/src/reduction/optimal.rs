//! Optimal-DPOR with wakeup trees (Abdulla, Aronis, Jonsson, Sagonas: JACM 2017, Algorithm 2). Guarantee: all traces,
//! each executed exactly once, and no execution that ends blocked by the sleep set.
//!
//! Deviations:
//! 1. Races with the pending operations of threads that are blocked at the end count, too (as in Source-DPOR).
//! 2. Data choices: a step is a thread and a choice, and so is what sleeps. A thread sleeps as a whole when all of its
//!    choices do. Whom a racing signal wakes is open again after the reversal: there may be other waiters.
//! 3. A compare-and-swap may succeed in one order and fail in the other, and a waiting operation may not be possible in
//!    the other order at all. Where that cannot be told from what is known, the reversal is tried on the machine.
//! 4. Several events that do not mind each other may be in the way of one waiting operation (two additions to a counter
//!    that it waits for): it is not enough to undo one of them. So where e′ is blocked after v, each event that it depends
//!    on there is undone, too, in turn, until it is not blocked; be it one of v or an earlier one that e′ did not meet where
//!    it came in E.
//! 5. A race e ≲ e′ is not looked at in every execution below e′, but until it is settled. Executions below e′ share
//!    u, the part of v = notdep(e, E).e′ that comes before e′ in E, and e′; they differ in the rest of v. What the paper
//!    does with v is the same for all of them, so that it need not be done again,
//!    - if a sleeping thread is an initial of u: then it is one of every v; and
//!    - if the insertion into the wakeup tree, as long as it has not used up u, only ever follows initials of what is left
//!      of u, and passes by no branch that is a weak initial of that: a weak initial of a longer v is one of u, so that
//!      every v takes the same way. Where u is used up, e is no longer a threat: its conflict with e′ is on the way. For
//!      the same reason the new branch begins with u and e′, and the rest of v comes behind; that needs an e′ which,
//!      before e, depends on nothing more than it did behind e.
//!
//!    That some branch at the node is an initial of u is not enough: another execution's v may belong into an earlier
//!    branch, under which e sleeps, so that nobody else would find it missing there. The choices that threads make in the
//!    rest of v differ, too: a race stays open if its way leads over one of several choices.

mod sequence;
mod trial;

use std::collections::BTreeSet;

use mazurka_machine::{Choice, Machine, Operation, Reversible, ThreadId, is_state_dependent, reversible};
use serde::{Deserialize, Serialize};

use super::inherit_sleep;
use crate::execution::{EventId, Execution};
use crate::operations::{OperationId, is_elusive};
use crate::outlook::NextId;
use crate::reversal::Reversal;
use crate::saved::Own;
use crate::search::Reduction;
use crate::trail::{Node, Taken, Trail};
use crate::wakeup::{Branch, Branches, WakeupTrees};
use sequence::{Sequence, WeakInitial};
use trial::Trial;

#[derive(Default)]
pub struct Optimal {
    trees: WakeupTrees,
    /// The wakeup tree below the step just taken, for the node it leads to.
    subtree: Branches,
    /// Races of the events on the stack that are not settled yet, in the order of the later event.
    open: Vec<Race>,
    /// Buffers.
    sequence: Sequence,
    verdicts: Vec<Verdict>,
}

/// What is kept of it when a search is saved.
#[derive(Serialize, Deserialize)]
pub struct SavedOptimal {
    trees: WakeupTrees,
    subtree: Branches,
    open: Vec<Race>,
}

/// e ≲_E e′
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Race {
    e: EventId,
    racing: EventId,
    /// What e′ is called when it comes before e, once it was tried out.
    name: Option<Name>,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
struct Name {
    operation: OperationId,
    /// `None`: all of them, as many as there will be.
    choice: Option<Choice>,
}

/// What has come of a look at a race.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    /// Nothing more will come of it, as long as its events are on the stack.
    Settled,
    /// Another execution may have to reverse it, too.
    Open,
    /// What e′ is when it comes before e must be tried out.
    Untried,
}

impl<M: Machine> Reduction<M> for Optimal {
    fn pick(&mut self, trail: &mut Trail<M::Mark>) -> Option<Taken> {
        let node = trail.top_mut();
        match (std::mem::replace(&mut node.entered, true), node.wakeup.is_empty()) {
            (true, true) => None,
            (false, true) => self.begin(node),
            (_, false) => self.next_branch(node),
        }
    }

    fn stepped(&mut self, trail: &mut Trail<M::Mark>) {
        let racing = trail.execution.len() - 1;
        for &e in trail.execution.races(racing) {
            self.open.push(Race { e, racing, name: None });
        }
    }

    fn entered(&mut self, trail: &mut Trail<M::Mark>) {
        inherit_sleep(trail);
        trail.top_mut().wakeup = std::mem::take(&mut self.subtree);
    }

    fn ended(&mut self, machine: &mut M, trail: &mut Trail<M::Mark>) -> Result<(), M::Error> {
        // foreach e, e′ ∈ dom(E) such that e ≲_E e′
        let mut open = std::mem::take(&mut self.open);
        self.look_at(machine, trail, &mut open)?;
        self.open = open;
        let blocked: Vec<ThreadId> = trail.top().blocked().collect();
        for p in blocked {
            let racing = trail.pretend(p);
            let races = trail.execution.races(racing).iter();
            let mut races: Vec<Race> = races.map(|&e| Race { e, racing, name: None }).collect();
            self.look_at(machine, trail, &mut races)?;
            trail.execution.pop();
        }
        Ok(())
    }

    fn returned(&mut self, trail: &mut Trail<M::Mark>, taken: Taken) {
        let length = trail.execution.len();
        while self.open.last().is_some_and(|race| race.racing >= length) {
            self.open.pop();
        }
        let node = trail.top_mut();
        if !node.wakeup.is_empty() {
            put_to_sleep(node, taken); // add p to sleep(E)
        }
    }

    fn left(&self, node: &Node<M::Mark>) -> usize {
        let branches = self.trees.iter(node.wakeup).map(|id| self.trees.get(id));
        branches
            .map(|branch| if branch.choice.is_some() { 1 } else { node.choices(branch.thread) as usize })
            .sum()
    }

    fn save(&self) -> Own {
        let Optimal { trees, subtree, open, .. } = self;
        Own::Optimal(SavedOptimal { trees: trees.clone(), subtree: *subtree, open: open.clone() })
    }

    fn restore(&mut self, own: Own, trail: &Trail<M::Mark>) -> bool {
        let Own::Optimal(SavedOptimal { trees, subtree, open }) = own else { return false };
        (self.trees, self.subtree, self.open) = (trees, subtree, open);
        let operations = trail.execution.operations.len();
        let is_race = |race: &Race| {
            race.racing < trail.execution.len()
                && trail.execution.races(race.racing).contains(&race.e)
                && race.name.is_none_or(|name| name.operation.index() < operations)
        };
        self.open.iter().all(is_race)
            && self.open.is_sorted_by_key(|race| race.racing)
            && self.trees.are_trees(trail.wakeups().chain([self.subtree]), operations)
    }
}

impl Optimal {
    /// The first step from a node for which nothing is planned: any p ∈ enabled(s) \ Sleep.
    fn begin<Mark: Copy>(&mut self, node: &mut Node<Mark>) -> Option<Taken> {
        let thread = node.first_awake_joins_last()?;
        if node.choices(thread) == 1 {
            return Some(Taken { thread, choice: 0 });
        }
        let operation = node.operation(thread)?;
        self.trees.append(&mut node.wakeup, Branch::new(thread, None, operation));
        self.next_branch(node)
    }

    /// min_≺ of the wakeup tree.
    fn next_branch<Mark: Copy>(&mut self, node: &mut Node<Mark>) -> Option<Taken> {
        while let Some(branch) = self.trees.pop(&mut node.wakeup) {
            match branch.choice {
                // Behind a data race, threads may do something else in another order than they were seen to do.
                Some(choice)
                    if !node.ready().contains(branch.thread) || choice >= node.choices(branch.thread) => {}
                Some(choice) => {
                    self.subtree = branch.children;
                    return Some(Taken { thread: branch.thread, choice });
                }
                None => self.expand_choices(node, &branch),
            }
        }
        None
    }

    /// Reverses races, and forgets those that are settled.
    fn look_at<M: Machine>(
        &mut self,
        machine: &mut M,
        trail: &mut Trail<M::Mark>,
        races: &mut Vec<Race>,
    ) -> Result<(), M::Error> {
        self.sequence.forget_notdep();
        let mut verdicts = std::mem::take(&mut self.verdicts);
        verdicts.clear();
        verdicts.extend(races.iter().map(|race| self.reverse(trail, *race)));
        if verdicts.contains(&Verdict::Untried) {
            // The last first: each trial starts where the one before has not been.
            let untried = (0..races.len()).filter(|&i| verdicts[i] == Verdict::Untried);
            let mut untried: Vec<usize> = untried.collect();
            untried.sort_by_key(|&i| std::cmp::Reverse(races[i].e));
            for i in untried {
                verdicts[i] = self.try_out(machine, trail, &mut races[i])?;
            }
        }
        let mut each = verdicts.iter();
        races.retain(|_| each.next() != Some(&Verdict::Settled));
        self.verdicts = verdicts;
        Ok(())
    }

    /// E′ := pre(E, e), v := notdep(e, E).e′; if sleep(E′) ∩ WI_{[E′]}(v) = ∅ then insert_{[E′]}(v, wut(E′))
    fn reverse<Mark: Copy>(&mut self, trail: &mut Trail<Mark>, race: Race) -> Verdict {
        let execution = &trail.execution;
        let node = trail.node(race.e);
        self.sequence.fill_with_notdep(execution, race.e, race.racing);
        if let Some(asleep) = self.sequence.sleeping_initial(node, execution, race.e) {
            return if asleep < race.racing { Verdict::Settled } else { Verdict::Open };
        }
        let foreseen = race.name.map_or_else(|| foresee(node, trail, race), Foreseen::As);
        match foreseen {
            Foreseen::As(name) => self.schedule(trail, race, name),
            Foreseen::Impossible if execution.traits(race.racing).elusive => Verdict::Open,
            Foreseen::Impossible => Verdict::Settled,
            Foreseen::Unknown => {
                let reversal = Reversal::new(execution, race.e, race.racing);
                let covered = self.sequence.walk(&self.trees, node.wakeup, execution, reversal);
                if covered.is_leaf() && self.sequence.certain { Verdict::Settled } else { Verdict::Untried }
            }
        }
    }

    /// Plans a sequence from before e: `sequence`, and e′ under a name of its own.
    fn schedule<Mark: Copy>(&mut self, trail: &mut Trail<Mark>, race: Race, name: Name) -> Verdict {
        let execution = &trail.execution;
        let reversal = Reversal::new(execution, race.e, race.racing).named(name.operation);
        let node = trail.node(race.e);
        self.sequence.add_racing(execution, race.racing, name);
        let verdict = |settled| if settled { Verdict::Settled } else { Verdict::Open };
        match self.sequence.sleeping(node, execution, reversal) {
            Some(WeakInitial::At(at)) => return verdict(self.sequence.is_certain_at(at)),
            Some(WeakInitial::Absent) => return Verdict::Open,
            None => {}
        }
        let mut tree = node.wakeup;
        let place = self.sequence.walk(&self.trees, tree, execution, reversal);
        self.sequence.append(&mut self.trees, &mut tree, place);
        trail.node_mut(race.e).wakeup = tree;
        verdict(self.sequence.certain)
    }

    /// Runs v from E′ to see whether e′ can be done there, and what it is called then.
    fn try_out<M: Machine>(
        &mut self,
        machine: &mut M,
        trail: &mut Trail<M::Mark>,
        race: &mut Race,
    ) -> Result<Verdict, M::Error> {
        // Whether a loop waits may depend on all that comes before it.
        let lasting = !trail.execution.traits(race.racing).elusive;
        let mut verdict = if lasting { Verdict::Settled } else { Verdict::Open };
        let mut untried = vec![Trial::of(&trail.execution, race.racing, vec![race.e])];
        let mut tried = BTreeSet::new();
        while let Some(trial) = untried.pop() {
            let next = trial.run(machine, trail, race.racing)?;
            if let NextId::Blocked(operation) = next {
                let more = trial.undo_more(&trail.execution, race.racing, operation);
                untried.extend(more.into_iter().filter(|trial| tried.insert(trial.clone())));
            }
            let Some(name) = still_racing(trail, trial.from, next) else { continue };
            if lasting && trial.from == race.e && tried.is_empty() {
                race.name = Some(name);
            }
            self.sequence.fill(&trail.execution, &trial.steps, race.racing);
            let settled = self.schedule(trail, Race { e: trial.from, ..*race }, name);
            if settled != Verdict::Settled {
                verdict = Verdict::Open;
            }
        }
        Ok(verdict)
    }

    /// Puts a branch for each choice that is neither asleep nor planned in the place of a branch for all.
    fn expand_choices<Mark: Copy>(&mut self, node: &mut Node<Mark>, branch: &Branch) {
        let thread = branch.thread;
        for choice in (0..node.choices(thread)).rev() {
            let planned = |branch: &Branch| branch.thread == thread && branch.choice == Some(choice);
            let asleep = node.sleeping_choices.contains(&Taken { thread, choice });
            if !asleep && !self.trees.iter(node.wakeup).any(|id| planned(self.trees.get(id))) {
                let branch = Branch::new(thread, Some(choice), branch.operation);
                self.trees.prepend(&mut node.wakeup, branch);
            }
        }
    }
}

enum Foreseen {
    As(Name),
    Impossible,
    Unknown,
}

/// Whether e′ can be done after notdep(e, E), without e, and what it will be called then.
fn foresee<Mark: Copy>(node: &Node<Mark>, trail: &Trail<Mark>, race: Race) -> Foreseen {
    let reversal = Reversal::new(&trail.execution, race.e, race.racing);
    let racing = trail.execution.event(race.racing);
    let [first, second] = [race.e, race.racing].map(|event| trail.execution.operation(event));
    if !is_state_dependent(second) && reversible(first, second) == Reversible::Yes {
        return Foreseen::As(Name { operation: racing.id, choice: Some(racing.choice) });
    }
    // Where v leaves e′ alone, it is what it was in the node. What a loop looks at there may be more than behind e.
    let next = node.outlook.next(racing.thread);
    let left_alone = next.operation().is_some_and(|name| reversal.named(name).racing_is_initial())
        || is_swap_left_alone(second, reversal);
    if !left_alone && (is_elusive(second) || !reversal.racing_is_initial()) {
        return Foreseen::Unknown;
    }
    // Where it waits for more than in E, something else must be undone, too.
    if matches!(next, NextId::Blocked(there) if there != racing.id) {
        return Foreseen::Unknown;
    }
    still_racing(trail, race.e, next).map_or(Foreseen::Impossible, Foreseen::As)
}

/// Whether e′ is a compare-and-swap that comes out in the node as it would after v: others may have looked at the same memory
/// in v, but none has changed it.
fn is_swap_left_alone(racing: &Operation, reversal: Reversal<'_>) -> bool {
    let &Operation::CompareExchange { range, order, .. } = racing else { return false };
    let looking = Operation::CompareExchange { range, succeeds: false, order };
    reversal.is_untouched(&looking)
}

/// What e′ is called before e, if it can be done and e depends on it. If e does not, e′ was seen before it, too. All of its
/// choices are open again.
fn still_racing<Mark: Copy>(trail: &Trail<Mark>, e: EventId, next: NextId) -> Option<Name> {
    let NextId::Ready(operation, choices) = next else { return None };
    let races = trail.execution.operations.dependent(trail.execution.event(e).id, operation);
    races.then_some(Name { operation, choice: (choices == 1).then_some(0) })
}

/// Whether everything that is independent of an operation under its old name is so under the new one.
fn depends_on_no_more(execution: &Execution, new: OperationId, old: OperationId) -> bool {
    match (execution.operations.get(new), execution.operations.get(old)) {
        (
            Operation::CompareExchange { range, succeeds: false, .. },
            Operation::CompareExchange { range: same, .. },
        ) => range == same,
        (operation, _) => new == old && !is_elusive(operation),
    }
}

fn put_to_sleep<Mark: Copy>(node: &mut Node<Mark>, taken: Taken) {
    let Taken { thread, .. } = taken;
    let choices = node.choices(thread);
    if choices > 1 {
        node.sleeping_choices.push(taken);
        if (node.sleeping_choices.iter().filter(|asleep| asleep.thread == thread).count() as u32) < choices {
            return;
        }
        node.sleeping_choices.retain(|asleep| asleep.thread != thread);
    }
    node.sleep.insert(thread);
}

//! v as a sequence of steps on its way into a wakeup tree.

use std::ops::Deref;

use mazurka_machine::{Choice, ThreadId};

use super::node::WakeupNode;
use super::predict::depends_on_no_more;
use super::settled::{Agreement, Name, Race};
use super::wakeup::{Branch, BranchId, Branches, WakeupTrees};
use crate::execution::{Event, EventId, Execution};
use crate::operations::OperationId;
use crate::reversal::Reversal;
use crate::stack::Node;
use crate::transition::Transition;

/// A buffer for what is left of v.
#[derive(Default)]
pub(super) struct Sequence {
    steps: Steps,
    pub agreement: Agreement,
    /// notdep(e, E) for the race looked at last: the next one often has the same e.
    notdep: Vec<Step>,
    notdep_of: Option<EventId>,
}

/// Steps that are mostly removed from the front: what is behind need not move then.
#[derive(Default)]
struct Steps {
    all: Vec<Step>,
    /// Those before it are removed.
    start: usize,
}

impl Deref for Steps {
    type Target = [Step];

    fn deref(&self) -> &[Step] {
        &self.all[self.start..]
    }
}

impl Steps {
    fn clear(&mut self) {
        self.all.clear();
        self.start = 0;
    }

    fn extend(&mut self, steps: impl Iterator<Item = Step>) {
        self.all.extend(steps);
    }

    fn insert(&mut self, at: usize, step: Step) {
        self.all.insert(self.start + at, step);
    }

    fn remove(&mut self, at: usize) {
        self.all.copy_within(self.start..self.start + at, self.start + 1);
        self.start += 1;
    }
}

#[derive(Clone, Copy, Debug)]
struct Step {
    event: EventId,
    thread: ThreadId,
    choice: Option<Choice>,
    /// The choice is one of several.
    picks: bool,
    operation: OperationId,
}

impl Step {
    fn of(execution: &Execution, k: EventId) -> Step {
        let Event { thread, choice, choices, id: operation, .. } = *execution.event(k);
        Step { event: k, thread, choice: Some(choice), picks: choices > 1, operation }
    }
}

/// How a thread is a weak initial of a sequence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum WeakInitial {
    /// As an initial: this is its first step.
    At(usize),
    /// It does not occur, and commutes with all of it.
    Absent,
}

/// Where in a wakeup tree a sequence belongs.
#[derive(Clone, Copy)]
pub(super) enum Place {
    /// It leads to a leaf, whose exploration will cover it.
    Leaf,
    /// As a new last branch of the root, or below a branch.
    Root,
    Below(BranchId),
}

impl Place {
    pub(super) fn is_leaf(self) -> bool {
        matches!(self, Place::Leaf)
    }
}

impl Sequence {
    /// Adds e′.
    pub(super) fn add_racing(&mut self, execution: &Execution, racing: EventId, name: Name) {
        let event = execution.event(racing);
        let Name { operation, choice } = name;
        let step = Step { event: racing, thread: event.thread, choice, picks: false, operation };
        let is_the_same = choice.is_some() && depends_on_no_more(execution, operation, event.id);
        let at = self.agreement.add_racing(is_the_same, self.steps.len());
        self.steps.insert(at, step);
    }

    /// E has changed.
    pub(super) fn forget_notdep(&mut self) {
        self.notdep_of = None;
    }

    /// notdep(e, E), which is v without e′.
    pub(super) fn fill_with_notdep(&mut self, execution: &Execution, race: &Race, settles: bool) {
        let Race { e, racing, .. } = *race;
        if self.notdep_of != Some(e) {
            self.notdep_of = Some(e);
            self.notdep.clear();
            execution.notdep(e).for_each(|k| self.notdep.push(Step::of(execution, k)));
        }
        self.steps.clear();
        self.steps.extend(self.notdep.iter().copied());
        self.begin(racing, settles);
    }

    /// Other events than those of notdep(e, E).
    pub(super) fn fill(&mut self, execution: &Execution, v: &[EventId], racing: EventId, settles: bool) {
        self.steps.clear();
        self.steps.extend(v.iter().map(|&k| Step::of(execution, k)));
        self.begin(racing, settles);
    }

    fn begin(&mut self, racing: EventId, settles: bool) {
        let shared = self.steps.partition_point(|step| step.event < racing);
        self.agreement = Agreement::on(shared, settles);
    }

    /// An initial of v, other than e′, that sleeps at E′: the first, which is one of u if any is.
    pub(super) fn sleeping_initial(
        &self,
        node: &Node<WakeupNode>,
        execution: &Execution,
        e: EventId,
    ) -> Option<EventId> {
        let asleep = |transition: Transition| {
            node.data.sleep.contains(transition.thread) || node.data.sleeping_choices.contains(&transition)
        };
        let mut events = self.steps.iter().map(|step| step.event);
        events.find(|&k| asleep(execution.event(k).transition()) && execution.is_initial_after(e, k))
    }

    /// sleep(E′) ∩ WI_{[E′]}(v): one of them.
    pub(super) fn sleeping(&self, node: &Node<WakeupNode>, reversal: Reversal<'_>) -> Option<WeakInitial> {
        let threads = node.data.sleep.iter().find_map(|q| {
            let branch = Branch::new(q, None, node.operation(q)?);
            weak_initial(&self.steps, &branch, &Vec::new(), reversal)
        });
        threads.or_else(|| {
            node.data.sleeping_choices.iter().find_map(|asleep| {
                let branch = Branch::new(asleep.thread, Some(asleep.choice), node.operation(asleep.thread)?);
                let found = weak_initial(&self.steps, &branch, &Vec::new(), reversal);
                // That a thread commutes with v says nothing while it has choices that are awake.
                found.filter(|found| *found != WeakInitial::Absent)
            })
        })
    }

    /// Follows branches that are weak initials of what is left of v, and removes them from it. Nothing is added below a
    /// leaf.
    pub(super) fn walk(&mut self, trees: &WakeupTrees, root: Branches, reversal: Reversal<'_>) -> Place {
        let mut place = Place::Root;
        let mut siblings = root;
        let mut followed = Vec::new();
        loop {
            if siblings.is_empty() && !matches!(place, Place::Root) {
                return Place::Leaf;
            }
            let next = trees.iter(siblings).find_map(|id| {
                let branch = trees.get(id);
                let found = weak_initial(&self.steps, branch, &followed, reversal);
                if found.is_none() {
                    let is_weak_initial =
                        |shared| weak_initial(&self.steps[..shared], branch, &followed, reversal).is_some();
                    self.agreement.pass_by(self.steps.len(), is_weak_initial);
                }
                Some((id, found?))
            });
            let Some((id, found)) = next else { return place };
            self.agreement.follow(found, trees.get(id).picks);
            let event = match found {
                WeakInitial::At(at) => Some(self.steps[at].event),
                WeakInitial::Absent => None,
            };
            followed.push((trees.get(id).operation, event));
            if let WeakInitial::At(at) = found {
                self.steps.remove(at);
            }
            place = Place::Below(id);
            siblings = trees.get(id).children;
        }
    }

    /// What is left becomes a new branch.
    pub(super) fn append(&mut self, trees: &mut WakeupTrees, root: &mut Branches, mut place: Place) {
        if place.is_leaf() {
            return;
        }
        self.agreement.append(|from| self.steps[from..].iter().any(|step| step.picks));
        for step in self.steps.iter() {
            let Step { thread, choice, picks, operation, .. } = *step;
            let mut branch = Branch::new(thread, choice, operation);
            branch.picks = picks;
            place = Place::Below(match place {
                Place::Leaf => return,
                Place::Root => trees.append(root, branch),
                Place::Below(parent) => trees.append_child(parent, branch),
            });
        }
    }
}

/// p ∈ WI(v) for a thread about to take a branch, with the same choice or all: it is an initial, or does not occur and
/// commutes with all.
fn weak_initial(
    steps: &[Step],
    branch: &Branch,
    followed: &Followed,
    reversal: Reversal<'_>,
) -> Option<WeakInitial> {
    match steps.iter().position(|step| step.thread == branch.thread) {
        Some(at) => {
            let first = &steps[at];
            let same_choice = branch.choice.is_none() || branch.choice == first.choice;
            let before = |earlier: &Step| reversal.happens_before(earlier.event, first.event);
            (same_choice && !steps[..at].iter().any(before)).then_some(WeakInitial::At(at))
        }
        None => {
            let depends =
                |step: &Step| reversal.execution.operations.dependent(step.operation, branch.operation);
            // e′ is among the last, and the most likely one.
            let commutes = !steps.iter().rev().any(depends)
                && may_be_delayed(steps, branch.operation, followed, reversal);
            commutes.then_some(WeakInitial::Absent)
        }
    }
}

/// The branches that lead from E′ to a place in the wakeup tree: what each does, and which step of v it was, if it was one.
type Followed = Vec<(OperationId, Option<EventId>)>;

/// Whether a decrement behind some branches takes the last one neither there nor behind what is left of v. That depends on how many decrements of
/// the same count are left in v, and on how much the count is behind the branches.
///
/// Let s be the first step of these. In E the count was known before s. Between e and s, it was changed by decrements of v that have been
/// followed, and by e and others that are not in v; nothing else of v has changed it since, or the branch
/// would depend on that. In the tree, it was changed by what has been followed.
fn may_be_delayed(
    steps: &[Step],
    operation: OperationId,
    followed: &Followed,
    reversal: Reversal<'_>,
) -> bool {
    let execution = reversal.execution;
    let operations = &execution.operations;
    let Some((range, _)) = operations.get(operation).decrement() else { return true };
    let count = |id: OperationId| operations.get(id).decrement().filter(|it| it.0 == range).map(|it| it.1);
    let decrements = |id: OperationId| count(id).is_some();
    let Some(first) = steps.iter().find(|step| decrements(step.operation)).map(|step| step.event) else {
        return true;
    };
    let left = steps.iter().filter(|step| decrements(step.operation)).count();
    let is_followed = |k: EventId| followed.iter().any(|(_, event)| *event == Some(k));
    let undone = (reversal.e..first).filter(|&k| decrements(execution.event(k).id) && !is_followed(k));
    let is_new = |event: Option<EventId>| event.is_none_or(|event| event > first);
    let new = followed.iter().filter(|(id, event)| decrements(*id) && is_new(*event));
    let before_first = count(execution.event(first).id).unwrap_or_default();
    before_first + undone.count() as u64 >= (new.count() + left + 2) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_removed_in_any_order() {
        let step = |event| Step {
            event,
            thread: ThreadId::MAIN,
            choice: None,
            picks: false,
            operation: OperationId::LOCAL,
        };
        let events = |steps: &Steps| steps.iter().map(|step| step.event).collect::<Vec<_>>();
        let mut steps = Steps::default();
        steps.extend((0..6).map(step));
        steps.remove(0);
        steps.remove(2);
        assert_eq!(events(&steps), [1, 2, 4, 5]);
        steps.insert(1, step(7));
        steps.remove(4);
        assert_eq!(events(&steps), [1, 7, 2, 4]);
        steps.clear();
        steps.extend((0..2).map(step));
        assert_eq!(events(&steps), [0, 1]);
    }
}

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
//!    rest of v differ, too: a race stays open if its way leads over one of several choices. It is opened again when the
//!    rest of some v makes one: another race may have planned a way over one choice behind u and e′, and only the v of
//!    executions that choose otherwise lead over the others.
//! 6. What a wait or a block would do before e is the same in all executions below e′ if it depends on no more there than
//!    it does in E (`cover.rs`): what comes after e′ in v is independent of that. So it is found out once, and the race is
//!    settled like any other.
//! 7. Races of a wait may be hidden. Let e → e₂ → e′, and let e′ be possible after notdep(e₂, E), depending on no more there
//!    than in E. Then e ≲ e′ is not looked at. It is needed for traces E′.w.e′ with E′ = pre(E, e) and w independent of e.
//!    Of all executions that begin with E′.e.w, consider one in which the past of e′ has no proper subset that it has in
//!    another of them. There is no such e₂ in it: since e → e₂, nothing of w happens after e₂, so that
//!    notdep(e₂, E).e′ begins with E′.e.w, too, and the past of e′ is smaller there.

mod cover;
mod foresee;
mod node;
mod races;
mod sequence;
mod trial;
mod wakeup;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use mazurka_machine::{Machine, ThreadId};
use serde::{Deserialize, Serialize};

use crate::execution::{EventId, Execution};
use crate::marks::Rewinder;
use crate::pending::NextId;
use crate::reversal::Reversal;
use crate::search::{Interrupt, Reduction};
use crate::stack::{Node, Stack};
use crate::transition::Transition;
use foresee::{Foreseen, foresee, is_lasting, still_racing};
use node::{WakeupNode, inherit_sleep};
use races::{Name, Race, merge, races, settle_hidden};
use sequence::{Sequence, WeakInitial};
use trial::Trial;
use wakeup::{Branch, Branches, WakeupTrees};

#[derive(Default, Serialize, Deserialize)]
pub struct Optimal {
    trees: WakeupTrees,
    /// The wakeup tree below the step just taken, for the node it leads to.
    subtree: Branches,
    /// Races of the events on the stack that are not settled yet, in the order of the later event.
    open: Vec<Race>,
    /// Those that are settled as long as no choices are met, in the same order.
    planned: Vec<Race>,
    /// Buffers.
    #[serde(skip)]
    sequence: Sequence,
    #[serde(skip)]
    verdicts: Vec<Verdict>,
}

/// What has come of a look at a race.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    /// Nothing more will come of it, as long as its events are on the stack.
    Settled,
    /// Every v of this race takes the same way into the wakeup tree, unless choices are made in it.
    Planned,
    /// Another execution may have to reverse it, too.
    Open,
    /// What e′ is when it comes before e must be tried out.
    Untried,
}

impl Reduction for Optimal {
    type Node = WakeupNode;

    fn pick(&mut self, stack: &mut Stack<WakeupNode>) -> Option<Transition> {
        let node = stack.top_mut();
        match (std::mem::replace(&mut node.data.begun, true), node.data.wakeup.is_empty()) {
            (true, true) => None,
            (false, true) => self.begin(node),
            (_, false) => self.next_branch(node),
        }
    }

    fn stepped(&mut self, stack: &mut Stack<WakeupNode>) {
        let racing = stack.execution.len() - 1;
        if stack.execution.event(racing).choices > 1 {
            self.meet_choices(&stack.execution, racing);
        }
        races(stack, racing, &mut self.open);
    }

    fn entered(&mut self, stack: &mut Stack<WakeupNode>) {
        inherit_sleep(stack);
        stack.top_mut().data.wakeup = std::mem::take(&mut self.subtree);
    }

    fn ended<M: Machine>(
        &mut self,
        mut rewinder: Rewinder<'_, M>,
        stack: &mut Stack<WakeupNode>,
        interrupt: Interrupt<'_>,
    ) -> Result<ControlFlow<()>, M::Error> {
        // foreach e, e′ ∈ dom(E) such that e ≲_E e′
        let mut open = std::mem::take(&mut self.open);
        let looked = self.look_at(&mut rewinder, stack, &mut open, interrupt);
        self.open = open;
        match looked? {
            ControlFlow::Continue(planned) => merge(&mut self.planned, planned),
            ControlFlow::Break(()) => return Ok(ControlFlow::Break(())),
        }
        let blocked: Vec<ThreadId> = stack.top().blocked().collect();
        for p in blocked {
            let racing = stack.pretend(p);
            let mut its_races = Vec::new();
            races(stack, racing, &mut its_races);
            let looked = self.look_at(&mut rewinder, stack, &mut its_races, interrupt)?;
            stack.execution.pop();
            if looked.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn returned(&mut self, stack: &mut Stack<WakeupNode>, transition: Transition) {
        let length = stack.execution.len();
        for races in [&mut self.open, &mut self.planned] {
            while races.last().is_some_and(|race| race.racing >= length) {
                races.pop();
            }
        }
        let node = stack.top_mut();
        if !node.data.wakeup.is_empty() {
            let choices = node.choices(transition.thread);
            node.data.put_to_sleep(transition, choices);
        }
    }

    fn remaining(&self, node: &Node<WakeupNode>) -> usize {
        let branches = self.trees.iter(node.data.wakeup).map(|id| self.trees.get(id));
        branches
            .map(|branch| if branch.choice.is_some() { 1 } else { node.choices(branch.thread) as usize })
            .sum()
    }

    fn restored(&mut self, stack: &Stack<WakeupNode>) -> bool {
        let operations = stack.execution.operations.len();
        let is_race = |race: &Race| {
            race.racing < stack.execution.len()
                && stack.execution.races(race.racing).contains(&race.e)
                && race.name.is_none_or(|name| name.operation.index() < operations)
        };
        let are_races =
            |races: &[Race]| races.iter().all(is_race) && races.is_sorted_by_key(|race| race.racing);
        let wakeups = stack.nodes().iter().map(|node| node.data.wakeup);
        are_races(&self.open)
            && are_races(&self.planned)
            && self.trees.are_trees(wakeups.chain([self.subtree]), operations)
    }
}

impl Optimal {
    /// The first step from a node for which nothing is planned: any p ∈ enabled(s) \ Sleep.
    fn begin(&mut self, node: &mut Node<WakeupNode>) -> Option<Transition> {
        let thread = node.first_awake_joins_last(&node.data.sleep)?;
        if node.choices(thread) == 1 {
            return Some(Transition { thread, choice: 0 });
        }
        let operation = node.operation(thread)?;
        self.trees.append(&mut node.data.wakeup, Branch::new(thread, None, operation));
        self.next_branch(node)
    }

    /// min_≺ of the wakeup tree.
    fn next_branch(&mut self, node: &mut Node<WakeupNode>) -> Option<Transition> {
        while let Some(branch) = self.trees.pop(&mut node.data.wakeup) {
            match branch.choice {
                // Behind a data race, threads may do something else in another order than they were seen to do.
                Some(choice)
                    if !node.ready().contains(branch.thread) || choice >= node.choices(branch.thread) => {}
                Some(choice) => {
                    self.subtree = branch.children;
                    return Some(Transition { thread: branch.thread, choice });
                }
                None => self.expand_choices(node, &branch),
            }
        }
        None
    }

    /// Takes note of an event that has made one of several choices: races that do not reverse it have another v wherever it
    /// makes another.
    fn meet_choices(&mut self, execution: &Execution, event: EventId) {
        let meets = |race: &mut Race| {
            race.meets_choices |= !execution.happens_before(race.e, event);
            race.meets_choices
        };
        self.open.iter_mut().for_each(|race| {
            meets(race);
        });
        let reopened: Vec<Race> = self.planned.extract_if(.., meets).collect();
        merge(&mut self.open, reopened);
    }

    /// Reverses races, and forgets those that are settled. Returns those that are planned. After a break all of them are still
    /// there: what was planned already is found planned when they are looked at again.
    fn look_at<M: Machine>(
        &mut self,
        rewinder: &mut Rewinder<'_, M>,
        stack: &mut Stack<WakeupNode>,
        races: &mut Vec<Race>,
        interrupt: Interrupt<'_>,
    ) -> Result<ControlFlow<(), Vec<Race>>, M::Error> {
        self.sequence.forget_notdep();
        let mut verdicts = std::mem::take(&mut self.verdicts);
        verdicts.clear();
        // One of the later races of a wait, once it is known, may hide the others.
        let waits = |race: &Race| race.name.is_none() && stack.execution.traits(race.racing).elusive;
        let waiting: Vec<bool> = races.iter().map(waits).collect();
        for (race, waits) in races.iter().zip(&waiting) {
            if interrupt().is_break() {
                return Ok(ControlFlow::Break(()));
            }
            verdicts.push(if *waits { Verdict::Untried } else { self.reverse(stack, *race) });
        }
        // The last first: each trial starts where the one before has not been.
        let untried = (0..races.len()).filter(|&i| verdicts[i] == Verdict::Untried);
        let mut untried: Vec<usize> = untried.collect();
        untried.sort_by_key(|&i| std::cmp::Reverse(races[i].e));
        for i in untried {
            if verdicts[i] != Verdict::Untried {
                continue; // It was hidden meanwhile.
            }
            if waiting[i] {
                verdicts[i] = self.reverse(stack, races[i]);
            }
            if verdicts[i] == Verdict::Untried {
                match self.try_out(rewinder, stack, &mut races[i], interrupt)? {
                    ControlFlow::Continue(verdict) => verdicts[i] = verdict,
                    ControlFlow::Break(()) => return Ok(ControlFlow::Break(())),
                }
                settle_hidden(&stack.execution, races, races[i], &mut verdicts);
            }
        }
        let mut planned = Vec::new();
        let mut each = verdicts.iter();
        races.retain(|race| {
            let verdict = *each.next().expect("each race has a verdict");
            let is_planned = verdict == Verdict::Planned && !race.meets_choices;
            planned.extend(is_planned.then_some(*race));
            verdict != Verdict::Settled && !is_planned
        });
        self.verdicts = verdicts;
        Ok(ControlFlow::Continue(planned))
    }

    /// E′ := pre(E, e), v := notdep(e, E).e′; if sleep(E′) ∩ WI_{[E′]}(v) = ∅ then insert_{[E′]}(v, wut(E′))
    fn reverse(&mut self, stack: &mut Stack<WakeupNode>, race: Race) -> Verdict {
        let execution = &stack.execution;
        let node = stack.node(race.e);
        self.sequence.fill_with_notdep(execution, race.e, race.racing);
        if let Some(asleep) = self.sequence.sleeping_initial(node, execution, race.e) {
            return if asleep < race.racing { Verdict::Settled } else { Verdict::Open };
        }
        let foreseen = race.name.map_or_else(|| foresee(node, stack, race), Foreseen::As);
        match foreseen {
            Foreseen::As(name) => self.schedule(stack, race, name),
            Foreseen::Impossible { lasting } if lasting => Verdict::Settled,
            Foreseen::Impossible { .. } => Verdict::Open,
            Foreseen::Unknown => {
                let reversal = Reversal::new(execution, race.e, race.racing);
                let covered = self.sequence.walk(&self.trees, node.data.wakeup, execution, reversal);
                if covered.is_leaf() && self.sequence.certain { Verdict::Planned } else { Verdict::Untried }
            }
        }
    }

    /// Plans a sequence from before e: `sequence`, and e′ under a name of its own.
    fn schedule(&mut self, stack: &mut Stack<WakeupNode>, race: Race, name: Name) -> Verdict {
        let execution = &stack.execution;
        let reversal = Reversal::new(execution, race.e, race.racing).named(name.operation);
        let node = stack.node(race.e);
        self.sequence.add_racing(execution, race.racing, name);
        match self.sequence.sleeping(node, execution, reversal) {
            Some(WeakInitial::At(at)) if self.sequence.is_certain_at(at) => return Verdict::Settled,
            Some(_) => return Verdict::Open,
            None => {}
        }
        let mut tree = node.data.wakeup;
        let place = self.sequence.walk(&self.trees, tree, execution, reversal);
        self.sequence.append(&mut self.trees, &mut tree, place);
        stack.node_mut(race.e).data.wakeup = tree;
        if self.sequence.certain { Verdict::Planned } else { Verdict::Open }
    }

    /// Runs v from E′ to see whether e′ can be done there, and what it is called then.
    fn try_out<M: Machine>(
        &mut self,
        rewinder: &mut Rewinder<'_, M>,
        stack: &mut Stack<WakeupNode>,
        race: &mut Race,
        interrupt: Interrupt<'_>,
    ) -> Result<ControlFlow<(), Verdict>, M::Error> {
        let mut verdict = Verdict::Settled;
        let mut untried = vec![Trial::of(&stack.execution, race.racing, vec![race.e])];
        let mut tried = BTreeSet::new();
        while let Some(trial) = untried.pop() {
            let ControlFlow::Continue(next) = trial.run(rewinder, stack, race.racing, interrupt)? else {
                return Ok(ControlFlow::Break(()));
            };
            let lasting = is_lasting(&stack.execution, race.racing, next);
            if !lasting {
                verdict = Verdict::Open;
            }
            if let NextId::Blocked(operation) = next {
                let more = trial.undo_more(&stack.execution, race.racing, operation);
                untried.extend(more.into_iter().filter(|trial| tried.insert(trial.clone())));
            }
            let Some(name) = still_racing(stack, trial.from, next) else { continue };
            if lasting && trial.from == race.e && tried.is_empty() {
                race.name = Some(name);
            }
            self.sequence.fill(&stack.execution, &trial.steps, race.racing);
            verdict = verdict.max(self.schedule(stack, Race { e: trial.from, ..*race }, name));
        }
        Ok(ControlFlow::Continue(verdict))
    }

    /// Puts a branch for each choice that is neither asleep nor planned in the place of a branch for all.
    fn expand_choices(&mut self, node: &mut Node<WakeupNode>, branch: &Branch) {
        let thread = branch.thread;
        for choice in (0..node.choices(thread)).rev() {
            let planned = |branch: &Branch| branch.thread == thread && branch.choice == Some(choice);
            let asleep = node.data.sleeping_choices.contains(&Transition { thread, choice });
            if !asleep && !self.trees.iter(node.data.wakeup).any(|id| planned(self.trees.get(id))) {
                let branch = Branch::new(thread, Some(choice), branch.operation);
                self.trees.prepend(&mut node.data.wakeup, branch);
            }
        }
    }
}

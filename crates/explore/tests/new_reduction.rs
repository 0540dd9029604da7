//! What it takes to add a reduction: a type for what it keeps of a state, and which transition it picks. Nothing else knows of
//! it, and it is saved and resumed like the others.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use mazurka_explore::*;
use mazurka_machine::toy::{Program, Shape, Toy, random_program};
use mazurka_machine::{Fingerprinted, Operation, ThreadId, ThreadSet, dependent};
use postcard::Deserializer;
use serde::{Deserialize, Serialize};

/// Sleep sets (Godefroid 1996), and where a thread has a local operation, no other thread is explored: nothing depends on it.
#[derive(Serialize, Deserialize)]
struct LocalFirst;

#[derive(Default, Serialize, Deserialize)]
struct Explored {
    sleep: ThreadSet,
    last: Option<Transition>,
    /// A local operation was explored, or everything was.
    complete: bool,
}

impl NodeData for Explored {
    fn is_asleep(&self, thread: ThreadId) -> bool {
        self.sleep.contains(thread)
    }
}

impl Reduction for LocalFirst {
    type Node = Explored;

    fn pick(&mut self, stack: &mut Stack<Explored>) -> Option<Transition> {
        let node = stack.top();
        match node.data.last {
            Some(Transition { thread, choice }) if choice + 1 < node.choices(thread) => {
                return Some(Transition { thread, choice: choice + 1 });
            }
            _ if node.data.complete => return None,
            _ => {}
        }
        let awake = node.ready().without(&node.data.sleep);
        let is_local = |p: &ThreadId| stack.pending(*p) == Some(&Operation::Local);
        let thread = awake.iter().find(is_local).or_else(|| node.first(&awake))?;
        Some(Transition { thread, choice: 0 })
    }

    /// Sleep′ := {q ∈ Sleep | E ⊢ p ◇ q}
    fn entered(&mut self, stack: &mut Stack<Explored>) {
        let Some(event) = stack.execution.len().checked_sub(1) else { return };
        let step = stack.execution.operation(event);
        let is_independent = |q: &ThreadId| stack.operation(event, *q).is_some_and(|q| !dependent(q, step));
        let sleep = stack.node(event).data.sleep.iter().filter(is_independent).collect();
        stack.top_mut().data.sleep = sleep;
    }

    fn returned(&mut self, stack: &mut Stack<Explored>, transition: Transition) {
        let is_local = stack.pending(transition.thread) == Some(&Operation::Local);
        let node = stack.top_mut();
        node.data.last = Some(transition);
        if transition.choice + 1 == node.choices(transition.thread) {
            node.data.sleep.insert(transition.thread);
            node.data.complete = is_local;
        }
    }
}

/// What was explored, until the search is to be saved.
#[derive(Default)]
struct Seen {
    traces: BTreeSet<u128>,
    final_states: BTreeSet<(u128, String)>,
    transitions_left: u64,
    saved: Option<Vec<u8>>,
}

impl<'p> Observer<Toy<'p>> for Seen {
    fn end(&mut self, toy: &mut Toy<'p>, path: &dyn Path, end: &End) -> ControlFlow<()> {
        if *end != End::Redundant {
            self.traces.insert(path.execution().trace_key());
            self.final_states.insert((toy.fingerprint(), format!("{end:?}")));
        }
        ControlFlow::Continue(())
    }

    fn keep_going(&mut self, _: &Toy, position: &dyn Position) -> ControlFlow<()> {
        if self.transitions_left == 0 {
            let mut bytes = Vec::new();
            position.save(&mut bytes).expect("a search can be written down");
            self.saved = Some(bytes);
        }
        self.transitions_left = self.transitions_left.saturating_sub(1);
        continue_if(self.saved.is_none())
    }
}

const OPTIONS: Options = Options { max_depth: 1_000, order: Order::ByNumber, short_tails: false };

/// Without a break; `None` if there is too much to explore.
fn at_once(program: &Program, mut reduction: impl Reduction) -> Option<(Seen, Statistics)> {
    let mut seen = Seen { transitions_left: 5_000, ..Seen::default() };
    let (statistics, Ok(finish)) =
        search(&mut Toy::new(program), &mut reduction, &mut (), OPTIONS, &mut seen);
    (finish == Finish::Complete).then_some((seen, statistics))
}

/// Saved, forgotten and resumed after every few transitions.
fn in_pieces(program: &Program, transitions: u64) -> (Seen, Statistics) {
    let mut seen = Seen { transitions_left: transitions, ..Seen::default() };
    let (mut statistics, _) = search(&mut Toy::new(program), &mut LocalFirst, &mut (), OPTIONS, &mut seen);
    while let Some(bytes) = seen.saved.take() {
        seen.transitions_left = transitions;
        let (saved, toy) = (&mut Deserializer::from_bytes(&bytes), &mut Toy::new(program));
        let resumed = resume(saved, toy, &mut LocalFirst, &mut (), OPTIONS, &mut seen);
        (statistics, _) = resumed.expect("it is the same search");
    }
    (seen, statistics)
}

#[test]
fn a_new_reduction_explores_all_traces() {
    let (mut compared, mut transitions) = (0, [0; 2]);
    for seed in 0..500 {
        let program = random_program(seed, &Shape::from_seed(seed));
        let Some((oracle, all)) = at_once(&program, Exhaustive { sleep_sets: false }) else { continue };
        let (seen, reduced) = at_once(&program, LocalFirst).expect("it explores no more");
        assert_eq!(seen.traces, oracle.traces, "seed {seed}\n{program}");
        assert_eq!(seen.final_states, oracle.final_states, "seed {seed}\n{program}");
        let (again, resumed) = in_pieces(&program, 3 + seed % 20);
        assert_eq!((again.traces, resumed), (seen.traces, reduced), "resumed; seed {seed}\n{program}");
        compared += 1;
        transitions = [transitions[0] + all.transitions, transitions[1] + reduced.transitions];
    }
    assert!(compared > 200, "only {compared} programs are small enough");
    assert!(2 * transitions[1] < transitions[0], "of all transitions and of the reduction: {transitions:?}");
}

//! Global variables that need no care once threads run: one mutex is held at every access, or there are only reads.
//!
//! A variable counts as long as its address is only used to access it. A lock counts as long as its address is only passed to the
//! library's functions for locks, or to functions that do nothing else with it: then no other pointer leads to it, and what is not
//! known to be this lock is another one. Must-held locks are found function by function (what is surely acquired since its call, what
//! may be released), callees first; then what is held when a function is called, callers first: the intersection over all
//! calls, and nothing where a thread begins or where calls are not seen.
//!
//! Accesses before the first thread is created do not count: they happen before all others.

mod held;
mod places;
mod uses;

use mazurka_ir::instruction::Op;
use mazurka_ir::link::SymbolRef;
use mazurka_ir::module::SymbolKind;
use rustc_hash::FxHashMap;

use crate::call_graph::{CallGraph, FunctionId, Node, Role};
use crate::dataflow::solve;
use held::{Effect, Held, LockTable, summary};
use places::{Base, Place, Places};
use uses::{Use, Uses, each_use};

/// A global variable, and why its accesses conflict with no others at the same time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Protection {
    pub variable: SymbolRef,
    pub class: Class,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Every access holds this lock.
    Lock(LockPlace),
    /// It is not written any more.
    ReadOnly,
}

/// A lock that is in a global variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LockPlace {
    pub variable: SymbolRef,
    /// In bytes from its start.
    pub offset: i64,
}

/// In the order of the variables. What is not in the list may be accessed in any way.
pub fn find(graph: &CallGraph) -> Vec<Protection> {
    // A handler may run at any point, and give locks back.
    if graph.runs_handlers().is_some() || graph.locks_may_fail() {
        return Vec::new();
    }
    let places: Vec<Places> = graph.functions.iter().map(|node| Places::new(graph.program, node)).collect();
    let uses = Uses::new(graph, &places);
    let locks = lock_table(graph, &places, &uses);
    let (states, effects) = effects(graph, &places, &locks);
    let mut accesses = Accesses::new(graph);
    for &id in graph.bottom_up.iter().rev() {
        let Some(entry) = accesses.entries[id] else { continue };
        let node = &graph.functions[id];
        let held = Held { graph, node, places: &places[id], locks: &locks, effects: &effects };
        accesses.function(&held, &states[id], entry);
    }
    let mut found: Vec<Protection> = accesses
        .variables
        .iter()
        .filter(|(variable, _)| !uses.taken.contains(variable) && !uses.locks.contains(variable))
        .filter_map(|(&variable, accessed)| Some(Protection { variable, class: accessed.class(&locks)? }))
        .collect();
    found.sort_unstable_by_key(|protection| protection.variable);
    found
}

fn lock_table(graph: &CallGraph, places: &[Places], uses: &Uses) -> LockTable {
    let mut locks = LockTable::default();
    for (node, places) in graph.functions.iter().zip(places) {
        for instruction in node.body.blocks.iter().flat_map(|block| &block.instructions) {
            each_use(graph, node, places, &instruction.op, &mut |value, use_| {
                if let (
                    Use::Lock | Use::Argument(..),
                    Some(Place { base: Base::Variable(at), offset: Some(offset) }),
                ) = (use_, places.of(value))
                    && uses.locks.contains(&at)
                    && !uses.taken.contains(&at)
                {
                    locks.add((at, offset));
                }
            });
        }
    }
    locks
}

/// What is known at the beginning of every block of every function, and of each function as a whole.
fn effects(
    graph: &CallGraph,
    places: &[Places],
    locks: &LockTable,
) -> (Vec<Vec<Option<Effect>>>, Vec<Effect>) {
    let mut effects = vec![Effect::UNKNOWN; graph.functions.len()];
    let mut states = vec![Vec::new(); graph.functions.len()];
    for &id in &graph.bottom_up {
        let node = &graph.functions[id];
        let mut held = Held { graph, node, places: &places[id], locks, effects: &effects };
        states[id] = solve(node.body, &mut held);
        effects[id] = summary(&mut held, &states[id]);
    }
    (states, effects)
}

/// What is held where a function is called, in all calls so far.
#[derive(Clone, Copy)]
struct Entry {
    held: u128,
    /// Other threads may run.
    with_threads: bool,
}

struct Accessed {
    /// At any time.
    is_used: bool,
    /// In all accesses beside other threads.
    held: u128,
    is_written: bool,
}

impl Accessed {
    fn class(&self, locks: &LockTable) -> Option<Class> {
        if !self.is_written {
            return self.is_used.then_some(Class::ReadOnly);
        }
        let &(variable, offset) = locks.places.get(self.held.trailing_zeros() as usize)?;
        Some(Class::Lock(LockPlace { variable, offset }))
    }
}

struct Accesses {
    /// `None` for functions that nothing calls.
    entries: Vec<Option<Entry>>,
    variables: FxHashMap<SymbolRef, Accessed>,
}

impl Accesses {
    fn new(graph: &CallGraph) -> Accesses {
        let before_main = |node: &Node| node.role == Role { is_constructor: true, ..Role::default() };
        // Constructors are called through pointers, which is where nothing else creates threads.
        let entry = |node: &Node| match node.role {
            _ if node.is_recursive => Some(Entry { held: 0, with_threads: true }),
            Role {
                is_main: true,
                is_called_back: false,
                starts_thread: false,
                is_constructor: false,
                ..
            } => {
                let with_threads = graph.functions.iter().any(before_main);
                Some(Entry { held: 0, with_threads })
            }
            role if role.is_only_called_directly() => None,
            _ => Some(Entry { held: 0, with_threads: true }),
        };
        Accesses { entries: graph.functions.iter().map(entry).collect(), variables: variables(graph) }
    }

    fn function(&mut self, held: &Held, states: &[Option<Effect>], entry: Entry) {
        let Held { graph, node, places, .. } = *held;
        for (block, state) in node.body.blocks.iter().zip(states) {
            let Some(mut state) = *state else { continue };
            for instruction in &block.instructions {
                let now =
                    Entry { held: state.held(entry.held), with_threads: entry.with_threads || state.spawned };
                each_use(graph, node, places, &instruction.op, &mut |value, use_| {
                    if let (Use::Access { writes }, Some(Place { base: Base::Variable(at), .. })) =
                        (use_, places.of(value))
                    {
                        self.access(at, writes, now);
                    }
                });
                if let Op::Call(call) | Op::Invoke { call, .. } | Op::CallBr { call, .. } = &instruction.op
                    && let crate::call_graph::Target::Function(callee) = graph.target(node.at.module, call)
                {
                    self.call(graph, node, callee, now);
                }
                held.instruction(instruction, &mut state);
            }
        }
    }

    fn access(&mut self, at: SymbolRef, writes: bool, now: Entry) {
        let Some(accessed) = self.variables.get_mut(&at) else { return };
        accessed.is_used = true;
        if now.with_threads {
            accessed.held &= now.held;
            accessed.is_written |= writes;
        }
    }

    fn call(&mut self, graph: &CallGraph, caller: &Node, callee: FunctionId, now: Entry) {
        // What calls main is known.
        if caller.role.is_entry_point && graph.functions[callee].role.is_main {
            return;
        }
        let entry = self.entries[callee].get_or_insert(now);
        entry.held &= now.held;
        entry.with_threads |= now.with_threads;
    }
}

/// The variables that all threads share and that can be written.
fn variables(graph: &CallGraph) -> FxHashMap<SymbolRef, Accessed> {
    let mut found = FxHashMap::default();
    for (module, m) in graph.program.modules.iter().enumerate() {
        for (index, symbol) in m.symbols.iter().enumerate() {
            let at = SymbolRef { module, symbol: mazurka_ir::module::SymbolId(index as u32) };
            if let SymbolKind::Variable(variable) = &symbol.kind
                && variable.initializer.is_some()
                && !variable.constant
                && !variable.thread_local
                && places::variable(graph.program, at) == Some(at)
            {
                found.insert(at, Accessed { is_used: false, held: u128::MAX, is_written: false });
            }
        }
    }
    found
}

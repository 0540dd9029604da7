//! Accesses to memory that the executing thread has allocated itself and that no other thread can reach yet: stack variables, and
//! heap blocks before they are published.
//!
//! A flow-sensitive escape analysis over SSA values and the contents of blocks, field by field where offsets are constant.
//! An allocation site stands for the blocks that it makes in one call of its function; when one of them has escaped, the next one is
//! told from it. Interprocedural by summaries, in two passes:
//! 1. callees first: what a function does with the memory of its arguments, and whether it returns a new block. Each parameter stands
//!    for all memory that its argument leads to; arguments that may be the same are put together where the summary is applied;
//! 2. callers first: claims. A parameter is fresh where it is in all calls, and where it is apart from the other arguments.
//!
//! A pointer escapes when it is stored to memory that other threads may reach, passed to a function that is not understood, turned
//! into a number, or taken apart into bytes; comparing it with other pointers is harmless. A block on the stack that has escaped
//! may be pointed to when its function has returned and another one's variables are there: so there are no claims about the stack
//! unless only functions leak addresses after which nothing runs on their stack (`main`, and functions that threads begin with).

mod function;
mod pointer;
mod sites;
mod state;
mod summary;

use mazurka_ir::instruction::BlockId;
use mazurka_ir::link::SymbolRef;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::call_graph::{CallGraph, FunctionId, Role};
use function::{Flow, Found};
use pointer::Sites;
use sites::SitesOf;
use summary::Summary;

/// The instructions whose plain accesses are all to fresh memory. A `ret` among them: no other thread can reach the function's
/// stack variables, which end there.
#[derive(Debug, Default)]
pub struct FreshAccesses {
    functions: FxHashMap<SymbolRef, FxHashSet<(BlockId, usize)>>,
}

impl FreshAccesses {
    /// By block and index in the block.
    pub fn of(&self, function: SymbolRef) -> Option<&FxHashSet<(BlockId, usize)>> {
        self.functions.get(&function)
    }

    pub fn count(&self) -> usize {
        self.functions.values().map(FxHashSet::len).sum()
    }
}

/// Whose variables on the stack another thread may reach, at any time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ReachableStacks {
    None,
    /// Those of the thread that begins with `main`, which has `main`'s variables.
    Main,
    #[default]
    All,
}

/// A thread's variables are those of the functions that it executes, and only what a function leaks can be reached from outside of it.
pub fn reachable_stacks(graph: &CallGraph) -> ReachableStacks {
    let claims = Claims::new(graph);
    let is_main = |id: FunctionId| graph.functions[id].role == Role::ONLY_MAIN && !is_called(graph, id);
    if claims.leaking().next().is_none() {
        ReachableStacks::None
    } else if claims.leaking().all(is_main) {
        ReachableStacks::Main
    } else {
        ReachableStacks::All
    }
}

pub fn find(graph: &CallGraph) -> FreshAccesses {
    let claims = Claims::new(graph);
    let on_stack = claims.stack_claims(graph);
    let mut functions = FxHashMap::default();
    for (id, found) in claims.found.into_iter().enumerate() {
        let is_claimed = |claim: &&Claim| !claim.on_stack || on_stack[id];
        let places = found.iter().filter(is_claimed).map(|claim| (claim.block, claim.index)).collect();
        functions.insert(graph.functions[id].at, places);
    }
    FreshAccesses { functions }
}

/// `None` where nothing is known of a function.
fn summarize(graph: &CallGraph) -> Vec<Option<Summary>> {
    let mut summaries: Vec<Option<Summary>> = vec![None; graph.functions.len()];
    for &id in &graph.bottom_up {
        let node = &graph.functions[id];
        if node.returns_twice {
            continue;
        }
        let sites = SitesOf::new(graph, node, &summaries);
        let params = sites.params;
        let mut summary = Summary::new(sites.param_count);
        let on_stack = sites.stack;
        let mut flow = Flow { graph, node, summaries: &summaries, sites: &sites, params, on_stack };
        flow.run(&mut |found| match found {
            Found::End(state) => summary.add(&state, params),
            Found::Return(mut state, value) => {
                summary.add_return(&mut state, value, params, sites.heap);
                summary.add(&state, params);
            }
            Found::Fresh(..) | Found::Call { .. } => {}
        });
        summaries[id] = Some(summary);
    }
    summaries
}

#[derive(Clone, Copy)]
struct Claim {
    block: BlockId,
    index: usize,
    on_stack: bool,
}

/// The second pass.
struct Claims {
    found: Vec<Vec<Claim>>,
    /// Functions that may leave pointers to their stack variables behind.
    leaks: Vec<bool>,
    /// The parameters of a function that are fresh in all calls so far, and those that are on the stack in one.
    fresh: Vec<Option<(Sites, Sites)>>,
}

impl Claims {
    fn new(graph: &CallGraph) -> Claims {
        let summaries = summarize(graph);
        let mut claims = Claims {
            found: vec![Vec::new(); graph.functions.len()],
            leaks: vec![false; graph.functions.len()],
            fresh: vec![None; graph.functions.len()],
        };
        for &id in graph.bottom_up.iter().rev() {
            claims.function(graph, &summaries, id);
        }
        claims
    }

    fn function(&mut self, graph: &CallGraph, summaries: &[Option<Summary>], id: FunctionId) {
        let node = &graph.functions[id];
        if node.returns_twice {
            self.leaks[id] = true;
            node.callees.iter().for_each(|&callee| self.fresh[callee] = Some((Sites::NONE, Sites::NONE)));
            return;
        }
        let sites = SitesOf::new(graph, node, summaries);
        let is_known = node.role.is_only_called_directly() && !node.is_recursive;
        let (fresh, on_stack) = self.fresh[id].filter(|_| is_known).unwrap_or_default();
        // What is passed by value is in the function's own frame.
        let params = (fresh | sites.stack).and(sites.params);
        let (own, on_stack) = (sites.stack, sites.stack | on_stack.and(params));
        self.leaks[id] = sites.misses_stack;
        let mut flow = Flow { graph, node, summaries, sites: &sites, params, on_stack };
        flow.run(&mut |found| match found {
            Found::Fresh(block, index, of) => {
                self.found[id].push(Claim { block, index, on_stack: of.meets(on_stack) });
            }
            Found::Call { callee, fresh, stack } => {
                let (known, known_stack) = self.fresh[callee].unwrap_or((fresh, stack));
                self.fresh[callee] = Some((known.and(fresh), known_stack | stack));
            }
            Found::Return(state, value) => {
                self.leaks[id] |= own.meets(state.reach(value.sites | params.without(own)) | state.escaped());
            }
            Found::End(state) => self.leaks[id] |= own.meets(state.escaped()),
        });
    }

    /// The functions that may leave pointers to their stack variables behind.
    fn leaking(&self) -> impl Iterator<Item = FunctionId> {
        (0..self.leaks.len()).filter(|&id| self.leaks[id])
    }

    /// The functions in which claims about the stack hold.
    fn stack_claims(&self, graph: &CallGraph) -> Vec<bool> {
        let is_last = |id: FunctionId| {
            let role = graph.functions[id].role;
            role == Role::ONLY_MAIN || role == Role { starts_thread: true, ..Role::default() }
        };
        if self.leaking().any(|id| !is_last(id) || is_called(graph, id)) {
            return vec![false; graph.functions.len()];
        }
        // What runs where such a function has returned, on its stack: exit handlers, destructors, and what calls them.
        let roots =
            (0..graph.functions.len()).filter(|&id| graph.functions[id].role.is_called_back).collect();
        let late = graph.reachable(roots, |id| !graph.functions[id].role.is_main);
        late.into_iter().map(|is_late| !is_late).collect()
    }
}

/// Whether a function of the program calls this one.
fn is_called(graph: &CallGraph, id: FunctionId) -> bool {
    let mut callers = graph.functions.iter().filter(|caller| !caller.role.is_entry_point);
    callers.any(|caller| caller.callees.contains(&id))
}

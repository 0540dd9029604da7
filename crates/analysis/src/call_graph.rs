//! Which functions can run, and which calls lead to them.

pub(crate) mod references;

use std::cell::RefCell;

use mazurka_ir::Module;
use mazurka_ir::constant::Constant;
use mazurka_ir::instruction::{Body, Call, Callee, Op, Value};
use mazurka_ir::link::{Program, Resolved, SymbolRef};
use mazurka_ir::module::{self, SymbolKind};
use rustc_hash::FxHashMap;

use crate::components::components;
use crate::library::{Effect, Library};

/// Index into [`CallGraph::functions`].
pub type FunctionId = usize;

/// The functions with a body that `main` and what runs beside it can reach.
pub struct CallGraph<'p> {
    pub program: &'p Program,
    pub functions: Vec<Node<'p>>,
    /// All functions, callees before callers where there is no recursion.
    pub bottom_up: Vec<FunctionId>,
    library: &'p dyn Library,
    ids: FxHashMap<SymbolRef, FunctionId>,
    targets: RefCell<FxHashMap<SymbolRef, Target>>,
}

pub struct Node<'p> {
    pub at: SymbolRef,
    pub module: &'p Module,
    pub function: &'p module::Function,
    pub body: &'p Body,
    /// The functions that it calls directly, each once.
    pub callees: Vec<FunctionId>,
    pub role: Role,
    /// It can be called again before it returns.
    pub is_recursive: bool,
    /// It calls `setjmp` or the like: control can return to places where values have changed.
    pub returns_twice: bool,
}

/// How a function is used besides direct calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Role {
    pub is_main: bool,
    /// It runs before `main`, alone.
    pub is_constructor: bool,
    /// It is passed to a function of the program's text that starts threads, such as `pthread_create`.
    pub starts_thread: bool,
    /// It runs because the library says so: see [`Library::entry_points`].
    pub is_entry_point: bool,
    /// It is called from where analyses do not see it: through a pointer, after `main`, or by the library.
    pub is_called_back: bool,
}

impl Role {
    pub const ONLY_MAIN: Role = Role {
        is_main: true,
        is_constructor: false,
        starts_thread: false,
        is_entry_point: false,
        is_called_back: false,
    };

    /// Whether all calls of it are direct calls in the graph.
    pub fn is_only_called_directly(self) -> bool {
        self == Role::default()
    }
}

/// What a call leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    Function(FunctionId),
    Library(Effect),
    /// A function of LLVM: its name is that of the symbol.
    Intrinsic(SymbolRef),
    /// Any function whose address is taken, or none.
    Unknown,
}

impl<'p> CallGraph<'p> {
    pub fn new(program: &'p Program, library: &'p dyn Library) -> CallGraph<'p> {
        let mut graph = CallGraph {
            program,
            library,
            functions: Vec::new(),
            bottom_up: Vec::new(),
            ids: FxHashMap::default(),
            targets: RefCell::default(),
        };
        references::collect(&mut graph);
        // Now that all functions have their ids.
        graph.targets = RefCell::default();
        graph.connect();
        graph.order();
        graph
    }

    fn order(&mut self) {
        let callees: Vec<Vec<FunctionId>> = self.functions.iter().map(|node| node.callees.clone()).collect();
        for component in components(&callees) {
            for &member in &component.members {
                self.functions[member].is_recursive = component.is_cyclic;
            }
            self.bottom_up.extend(component.members);
        }
    }

    /// The function with a body that a symbol means, if it can run.
    pub fn function(&self, at: SymbolRef) -> Option<FunctionId> {
        references::definition(self.program, at).and_then(|definition| self.ids.get(&definition).copied())
    }

    /// What a call in this module leads to.
    pub fn target(&self, module: usize, call: &Call) -> Target {
        match direct_callee(call) {
            Some(symbol) => self.target_of(SymbolRef { module, symbol }),
            None => Target::Unknown,
        }
    }

    pub(crate) fn target_of(&self, at: SymbolRef) -> Target {
        if let Some(&known) = self.targets.borrow().get(&at) {
            return known;
        }
        let target = self.find_target(at);
        self.targets.borrow_mut().insert(at, target);
        target
    }

    fn find_target(&self, at: SymbolRef) -> Target {
        let name = &self.program.symbol(at).name;
        match references::definition(self.program, at) {
            Some(definition) => self.ids.get(&definition).map_or(Target::Unknown, |&id| Target::Function(id)),
            None if name.starts_with("llvm.") => Target::Intrinsic(at),
            None => match self.program.resolve(at) {
                // An alias of something else, or a variable.
                Resolved::Definition(_) | Resolved::Null => Target::Unknown,
                Resolved::External(name) => {
                    let name = name.strip_prefix('\u{1}').unwrap_or(&name);
                    self.library.effect(name).map_or(Target::Unknown, Target::Library)
                }
            },
        }
    }

    /// Whether a module is part of the library.
    pub fn is_library(&self, module: usize) -> bool {
        self.library.is_own(&self.program.modules[module].path)
    }

    /// The function that runs handlers of signals, if the program has handlers and signals for them.
    pub fn runs_handlers(&self) -> Option<FunctionId> {
        let id = self.function(self.program.lookup(self.library.runs_handlers())?)?;
        self.program_mentions(|name| self.library.sends_signals(name)).then_some(id)
    }

    /// Whether a function that locks may return without the lock.
    pub fn locks_may_fail(&self) -> bool {
        self.program_mentions(|name| self.library.makes_locks_fail(name))
    }

    /// Whether the program's own text has a symbol with such a name.
    fn program_mentions(&self, is_meant: impl Fn(&str) -> bool) -> bool {
        let modules = self.program.modules.iter().enumerate().filter(|(index, _)| !self.is_library(*index));
        modules.flat_map(|(_, module)| &module.symbols).any(|symbol| is_meant(&symbol.name))
    }

    /// Fills in what calls say about their function.
    fn connect(&mut self) {
        for id in 0..self.functions.len() {
            let Node { at, body, .. } = self.functions[id];
            let mut callees = Vec::new();
            for call in calls(body) {
                self.functions[id].returns_twice |= call.returns_twice;
                if let Target::Function(callee) = self.target(at.module, call) {
                    callees.push(callee);
                }
            }
            callees.sort_unstable();
            callees.dedup();
            self.functions[id].callees = callees;
        }
        references::find_thread_functions(self);
    }

    /// The functions that these call directly or indirectly by direct calls, themselves included; `through` says which of them count.
    pub fn reachable(&self, from: Vec<FunctionId>, through: impl Fn(FunctionId) -> bool) -> Vec<bool> {
        let mut seen = vec![false; self.functions.len()];
        let mut work = from;
        while let Some(id) = work.pop() {
            if through(id) && !std::mem::replace(&mut seen[id], true) {
                work.extend(&self.functions[id].callees);
            }
        }
        seen
    }
}

/// The calls of a body, in text order.
pub fn calls(body: &Body) -> impl Iterator<Item = &Call> {
    body.blocks.iter().flat_map(|block| &block.instructions).filter_map(|instruction| match &instruction.op {
        Op::Call(call) | Op::Invoke { call, .. } | Op::CallBr { call, .. } => Some(&**call),
        _ => None,
    })
}

fn direct_callee(call: &Call) -> Option<module::SymbolId> {
    match &call.callee {
        Callee::Value(Value::Constant(Constant::Symbol(symbol))) => Some(*symbol),
        _ => None,
    }
}

fn function_of(program: &Program, at: SymbolRef) -> Option<&module::Function> {
    match &program.symbol(at).kind {
        SymbolKind::Function(function) => Some(function),
        _ => None,
    }
}

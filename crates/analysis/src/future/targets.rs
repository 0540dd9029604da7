//! Which functions calls through pointers may lead to, and which functions threads begin with.
//!
//! Andersen's analysis (inclusion constraints between SSA values, calls connected when a function arrives at them) with all of
//! memory in two places: the program's, and that of the library's own text. A local variable whose address is not used is not
//! memory. The library calls only what it was given as an argument: its text loads no function from the program's memory, but for
//! handlers of signals.
//!
//! Besides functions it follows whether a value may be the address of an object, for [`super::pointers`].

use std::cell::RefCell;

use mazurka_ir::constant::Constant;
use mazurka_ir::instruction::{Call, Callee, LocalId, Op, Value};
use mazurka_ir::link::{Program, Resolved, SymbolRef};
use mazurka_ir::module::{SymbolKind, Variable};
use mazurka_ir::operands::values;
use rustc_hash::{FxHashMap, FxHashSet};

use super::values::{
    FROM_LIBRARY, FROM_PROGRAM, LIBRARY_MEMORY, NATIVE, Node, OBJECT, PROGRAM_MEMORY, Token, Values,
    variables,
};
use crate::call_graph::references::symbols;
use crate::call_graph::{CallGraph, FunctionId, Target};
use crate::library::Memory;

/// The argument that a function which starts threads runs, with the arguments behind it.
pub const START: usize = 1;

/// Bytes of an address.
const POINTER: u64 = 8;

/// An instruction: its function, and its place in the text of the body.
pub(super) type Place = (FunctionId, u32);

/// What a call leads to besides the function that it names.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Targets {
    /// By their ids in the graph.
    pub functions: Vec<FunctionId>,
    /// It may be a function of the library.
    pub may_be_library: bool,
}

pub(super) struct Solution {
    /// Of calls through pointers, and of calls that start threads.
    pub targets: FxHashMap<Place, Targets>,
    first: Vec<Node>,
    values: Values,
}

impl Solution {
    /// The functions that a value may be.
    pub(super) fn functions(
        &self,
        graph: &CallGraph,
        function: FunctionId,
        value: &Value,
    ) -> Vec<FunctionId> {
        let mut work: Vec<Token> = match value {
            Value::Local(local) => self.values.tokens[(self.first[function] + local.0) as usize].clone(),
            Value::Constant(constant) => {
                let (module, mut named) = (graph.functions[function].at.module, Vec::new());
                symbols(constant, &mut |symbol| named.extend(graph.function(SymbolRef { module, symbol })));
                return named;
            }
        };
        let mut seen = FxHashSet::default();
        while let Some(token) = work.pop() {
            if !seen.insert(token) {
                continue;
            }
            match token {
                FROM_PROGRAM => {
                    work.extend(&self.values.tokens[PROGRAM_MEMORY as usize]);
                    work.push(FROM_LIBRARY);
                }
                FROM_LIBRARY => work.extend(&self.values.tokens[LIBRARY_MEMORY as usize]),
                _ => {}
            }
        }
        let is_function = |token: &Token| ![OBJECT, NATIVE, FROM_PROGRAM, FROM_LIBRARY].contains(token);
        seen.into_iter().filter(is_function).map(|token| token as FunctionId).collect()
    }

    /// Whether a local may be the address of an object.
    pub(super) fn may_be_object(&self, function: FunctionId, local: LocalId) -> bool {
        self.values.seen.contains(&(self.first[function] + local.0, OBJECT))
    }
}

pub(super) fn find(graph: &CallGraph) -> Solution {
    let mut solver = Solver::new(graph);
    solver.variables();
    solver.roots();
    for id in 0..graph.functions.len() {
        solver.function(id);
    }
    solver.solve();
    solver.finish()
}

/// A value of an instruction: a node, or what is known at once.
#[derive(Clone)]
enum Source {
    Node(Node),
    Tokens(Vec<Token>),
}

/// A call whose callee is a value.
struct IndirectCall {
    place: Place,
    arguments: Vec<Source>,
    result: Option<Node>,
    memory: Memories,
    targets: Targets,
}

/// Where a function's text loads from and stores to.
#[derive(Clone, Copy)]
struct Memories {
    node: Node,
    content: Token,
}

struct Solver<'g, 'p> {
    graph: &'g CallGraph<'p>,
    /// The first local of every function; its result is behind its locals.
    first: Vec<Node>,
    values: Values,
    calls: Vec<IndirectCall>,
    /// Calls by the node that is called.
    by_callee: FxHashMap<Node, Vec<usize>>,
    /// Calls of what is in a memory.
    of_program: Vec<usize>,
    of_library: Vec<usize>,
    connected: FxHashSet<(usize, Token)>,
    /// What symbols mean.
    symbols: RefCell<FxHashMap<SymbolRef, Token>>,
}

impl<'g, 'p> Solver<'g, 'p> {
    fn new(graph: &'g CallGraph<'p>) -> Solver<'g, 'p> {
        let mut first = Vec::new();
        let mut next = LIBRARY_MEMORY + 1;
        for node in &graph.functions {
            first.push(next);
            next += node.body.local_types.len() as Node + 1;
        }
        let count = next as usize;
        let values =
            Values { edges: vec![Vec::new(); count], tokens: vec![Vec::new(); count], ..Values::default() };
        Solver {
            graph,
            first,
            values,
            calls: Vec::new(),
            by_callee: FxHashMap::default(),
            of_program: Vec::new(),
            of_library: Vec::new(),
            connected: FxHashSet::default(),
            symbols: RefCell::default(),
        }
    }

    fn memories(&self, module: usize) -> Memories {
        match self.graph.is_library(module) {
            true => Memories { node: LIBRARY_MEMORY, content: FROM_LIBRARY },
            false => Memories { node: PROGRAM_MEMORY, content: FROM_PROGRAM },
        }
    }

    /// What variables hold at first.
    fn variables(&mut self) {
        for (index, module) in self.graph.program.modules.iter().enumerate() {
            let memory = self.memories(index).node;
            for symbol in &module.symbols {
                if let SymbolKind::Variable(Variable { initializer: Some(value), .. }) = &symbol.kind {
                    self.constant(index, value).into_iter().for_each(|token| self.values.add(memory, token));
                }
            }
        }
    }

    /// The library knows constructors and destructors.
    fn roots(&mut self) {
        let program = self.graph.program;
        for root in program.constructors().iter().chain(program.destructors()) {
            if let Some(id) = self.graph.function(root.function) {
                self.values.add(LIBRARY_MEMORY, id as Token);
            }
        }
        let runs_handlers = self.graph.runs_handlers();
        if runs_handlers.is_some() {
            self.values.add(LIBRARY_MEMORY, FROM_PROGRAM);
        }
        for (id, node) in self.graph.functions.iter().enumerate() {
            if node.role.is_main || node.role.is_entry_point || Some(id) == runs_handlers {
                (0..node.function.params.len())
                    .for_each(|param| self.values.add(self.first[id] + param as Node, OBJECT));
            }
        }
    }

    fn constant(&self, module: usize, constant: &Constant) -> Vec<Token> {
        let mut tokens = Vec::new();
        symbols(constant, &mut |symbol| {
            let at = SymbolRef { module, symbol };
            let known = self.symbols.borrow().get(&at).copied();
            let token = known.unwrap_or_else(|| match self.graph.function(at) {
                Some(id) => id as Token,
                None if is_variable(self.graph.program, at) => OBJECT,
                None => NATIVE,
            });
            self.symbols.borrow_mut().insert(at, token);
            tokens.push(token);
        });
        tokens.sort_unstable();
        tokens.dedup();
        tokens
    }

    fn local(&self, function: FunctionId, local: LocalId) -> Node {
        self.first[function] + local.0
    }

    fn result(&self, function: FunctionId) -> Node {
        self.first[function] + self.graph.functions[function].body.local_types.len() as Node
    }

    fn source(&self, function: FunctionId, value: &Value) -> Source {
        match value {
            Value::Local(local)
                if (local.0 as usize) < self.graph.functions[function].body.local_types.len() =>
            {
                Source::Node(self.local(function, *local))
            }
            Value::Local(_) => Source::Tokens(Vec::new()),
            Value::Constant(constant) => {
                Source::Tokens(self.constant(self.graph.functions[function].at.module, constant))
            }
        }
    }

    fn flow(&mut self, from: &Source, to: Node) {
        match from {
            Source::Node(node) => self.values.connect(*node, to),
            Source::Tokens(tokens) => tokens.iter().for_each(|&token| self.values.add(to, token)),
        }
    }

    fn function(&mut self, id: FunctionId) {
        let node = &self.graph.functions[id];
        let body = node.body;
        let variables = variables(body);
        let memory = self.memories(node.at.module);
        let instructions = body.blocks.iter().flat_map(|block| &block.instructions);
        for (number, instruction) in instructions.enumerate() {
            let result = instruction.result.map(|local| self.local(id, local));
            match &instruction.op {
                Op::Call(call) | Op::Invoke { call, .. } | Op::CallBr { call, .. } => {
                    self.call((id, number as u32), call, result, memory)
                }
                op => self.operation(id, op, result, memory, &variables),
            }
        }
    }

    fn operation(
        &mut self,
        id: FunctionId,
        op: &Op,
        result: Option<Node>,
        memory: Memories,
        variables: &[bool],
    ) {
        let is_variable = |address: &Value| matches!(address, Value::Local(local) if variables.get(local.0 as usize) == Some(&true));
        match op {
            Op::Alloca { .. } => {
                // A variable's node is what it holds.
                if let Some(result) = result
                    && !variables[(result - self.first[id]) as usize]
                {
                    self.values.add(result, OBJECT);
                }
            }
            Op::Load { address, .. } => {
                if let Some(result) = result {
                    match is_variable(address) {
                        true => self.flow(&self.source(id, address), result),
                        false => self.loaded(id, result, memory),
                    }
                }
            }
            Op::Store { value, address, .. } => {
                let (value, variable) = (self.source(id, &value.value), self.source(id, address));
                match variable {
                    Source::Node(variable) if is_variable(address) => self.flow(&value, variable),
                    _ => self.flow(&value, memory.node),
                }
            }
            Op::Ret(Some(value)) => self.flow(&self.source(id, &value.value), self.result(id)),
            Op::ICmp { .. } | Op::FCmp { .. } => {}
            _ => {
                if matches!(
                    op,
                    Op::AtomicRmw { .. } | Op::CmpXchg { .. } | Op::VaArg { .. } | Op::LandingPad { .. }
                ) && let Some(result) = result
                {
                    self.loaded(id, result, memory);
                }
                let to_memory = matches!(op, Op::AtomicRmw { .. } | Op::CmpXchg { .. } | Op::Resume(_));
                let mut used = Vec::new();
                values(op, &mut |value| used.push(self.source(id, value)));
                for value in used {
                    if to_memory {
                        self.flow(&value, memory.node);
                    }
                    if let Some(result) = result {
                        self.flow(&value, result);
                    }
                }
            }
        }
    }

    /// A value comes from memory. Parts of an address are not followed: see [`super::pointers`].
    fn loaded(&mut self, id: FunctionId, result: Node, memory: Memories) {
        self.values.add(result, memory.content);
        let node = &self.graph.functions[id];
        let ty = node.body.local_types[(result - self.first[id]) as usize];
        if node.module.layout.of(&node.module.types, ty).is_none_or(|layout| layout.size >= POINTER) {
            self.values.add(result, OBJECT);
        }
    }

    fn call(&mut self, place: Place, call: &Call, result: Option<Node>, memory: Memories) {
        let (id, _) = place;
        let arguments: Vec<Source> =
            call.arguments.iter().map(|argument| self.source(id, &argument.operand.value)).collect();
        let module = self.graph.functions[id].at.module;
        let callee = match &call.callee {
            Callee::InlineAsm(_) => return self.opaque(id, &arguments, result, memory),
            Callee::Value(callee) => callee,
        };
        match self.graph.target(module, call) {
            Target::Function(callee) => self.enter(callee, &arguments, result, memory),
            Target::Intrinsic(_) => {
                for argument in arguments {
                    result.into_iter().for_each(|result| self.flow(&argument, result));
                }
            }
            Target::Library(effect) if effect.spawns && arguments.len() > START => {
                let (start, given) = (arguments[START].clone(), arguments[START + 1..].to_vec());
                self.indirect(place, &start, given, None, memory);
            }
            Target::Library(effect) if effect.memory == Memory::Any => {
                self.opaque(id, &arguments, result, memory)
            }
            Target::Library(_) => self.returned(id, &arguments, result, memory),
            Target::Unknown => {
                let callee = self.source(id, callee);
                self.indirect(place, &callee, arguments, result, memory);
            }
        }
    }

    /// A call of something that may keep its arguments, and return whatever it was given before.
    fn opaque(&mut self, id: FunctionId, arguments: &[Source], result: Option<Node>, memory: Memories) {
        for argument in arguments {
            self.flow(argument, LIBRARY_MEMORY);
            self.flow(argument, PROGRAM_MEMORY);
        }
        self.returned(id, arguments, result, memory);
    }

    /// What a function without a body returns: an argument, or what it finds in memory.
    fn returned(&mut self, id: FunctionId, arguments: &[Source], result: Option<Node>, memory: Memories) {
        let Some(result) = result else { return };
        arguments.iter().for_each(|argument| self.flow(argument, result));
        self.loaded(id, result, memory);
    }

    fn enter(&mut self, callee: FunctionId, arguments: &[Source], result: Option<Node>, memory: Memories) {
        let params = self.graph.functions[callee].function.params.len();
        for (at, argument) in arguments.iter().enumerate() {
            // Variable arguments are in memory: the caller's writes them, the callee's reads them.
            match at < params {
                true => self.flow(argument, self.first[callee] + at as Node),
                false => {
                    self.flow(argument, memory.node);
                    self.flow(argument, self.memories(self.graph.functions[callee].at.module).node);
                }
            }
        }
        result.into_iter().for_each(|result| self.values.connect(self.result(callee), result));
    }

    fn indirect(
        &mut self,
        place: Place,
        callee: &Source,
        arguments: Vec<Source>,
        result: Option<Node>,
        memory: Memories,
    ) {
        let call = self.calls.len();
        self.calls.push(IndirectCall { place, arguments, result, memory, targets: Targets::default() });
        match callee {
            Source::Node(node) => {
                self.by_callee.entry(*node).or_default().push(call);
                for token in self.values.tokens[*node as usize].clone() {
                    self.arrives(call, token);
                }
            }
            Source::Tokens(tokens) => tokens.iter().for_each(|&token| self.arrives(call, token)),
        }
    }

    /// A call may lead to this.
    fn arrives(&mut self, call: usize, token: Token) {
        if !self.connected.insert((call, token)) {
            return;
        }
        match token {
            OBJECT => {}
            NATIVE => {
                let IndirectCall { place, ref arguments, result, memory, ref mut targets } = self.calls[call];
                targets.may_be_library = true;
                let arguments = arguments.clone();
                self.opaque(place.0, &arguments, result, memory);
            }
            FROM_PROGRAM | FROM_LIBRARY => {
                let (node, calls) = match token {
                    FROM_PROGRAM => (PROGRAM_MEMORY, &mut self.of_program),
                    _ => (LIBRARY_MEMORY, &mut self.of_library),
                };
                calls.push(call);
                for token in self.values.tokens[node as usize].clone() {
                    self.arrives(call, token);
                }
                if token == FROM_PROGRAM {
                    self.arrives(call, FROM_LIBRARY);
                }
            }
            function => {
                let IndirectCall { ref arguments, result, memory, ref mut targets, .. } = self.calls[call];
                targets.functions.push(function as FunctionId);
                let arguments = arguments.clone();
                self.enter(function as FunctionId, &arguments, result, memory);
            }
        }
    }

    fn solve(&mut self) {
        while let Some((node, token)) = self.values.work.pop() {
            for at in 0..self.values.edges[node as usize].len() {
                let to = self.values.edges[node as usize][at];
                self.values.add(to, token);
            }
            let calls = match node {
                PROGRAM_MEMORY => self.of_program.clone(),
                LIBRARY_MEMORY => self.of_library.clone(),
                node => self.by_callee.get(&node).cloned().unwrap_or_default(),
            };
            calls.into_iter().for_each(|call| self.arrives(call, token));
        }
    }

    fn finish(self) -> Solution {
        let mut all = FxHashMap::default();
        for IndirectCall { place, mut targets, .. } in self.calls {
            targets.functions.sort_unstable();
            all.insert(place, targets);
        }
        Solution { targets: all, first: self.first, values: self.values }
    }
}

fn is_variable(program: &Program, at: SymbolRef) -> bool {
    let at = match program.resolve(at) {
        Resolved::Definition(definition) => definition,
        Resolved::External(_) => at,
        Resolved::Null => return false,
    };
    !matches!(program.symbol(at).kind, SymbolKind::Function(_))
}

//! What is reachable: a reference to a symbol assigns its address and adds it to the work list.

use std::rc::Rc;
use std::sync::Arc;

use mazurka_analysis::unread::Bytes;
use mazurka_analysis::{Class, Locking, Protection, ReachableStacks};
use mazurka_ir::constant::Constant;
use mazurka_ir::link::{Constructor, Program as Linked, Resolved, SymbolRef};
use mazurka_ir::module::{Function as IrFunction, SymbolKind, Variable};
use mazurka_ir::{Module, TypeId};
use mazurka_machine::Range;
use rustc_hash::FxHashMap;

use super::dead_bytes::DeadBytes;
use super::globals::Region;
use super::parts::Pointees;
use super::shape::Shape;
use super::static_facts::StaticFacts;
use super::{
    LoadError, Options, SUPPORT_PATH, Shortened, backoff, cancellation, errno, polling, undefined, unwinding,
    whole,
};
use crate::address;
use crate::code::Pc;
use crate::library::analysis::TAKE_SIGNAL;
use crate::library::{self, Facts};
use crate::program::{
    Code, Function, FunctionId, FunctionKind, FutureTable, Global, Parts, Program, ProtectedVariable,
};
use crate::rust;

pub(crate) struct Builder<'p> {
    pub linked: &'p Linked,
    pub options: Options,
    pub may_unwind: bool,
    /// Of which kinds there is a call of which it does not matter how long it sleeps, if no clock is read.
    pub has_shortened: Shortened,
    pub shortened: Shortened,
    /// A struct of zeros that says how long to sleep.
    no_time: Option<u64>,
    pub(super) unread_blocks: Vec<Bytes>,
    /// What was found before, as far as that was asked for.
    pub facts: &'p StaticFacts,
    functions: Vec<Function>,
    function_ids: FxHashMap<Rc<str>, FunctionId>,
    /// Neither the program nor the library defines them.
    undefined: Vec<FunctionId>,
    symbols: FxHashMap<SymbolRef, Word>,
    /// Functions whose bodies are still to be lowered.
    to_lower: Vec<(FunctionId, SymbolRef)>,
    /// The text that functions were lowered from.
    definitions: FxHashMap<FunctionId, SymbolRef>,
    /// Variables whose initialisers are still to be evaluated.
    to_initialize: Vec<(Placed, SymbolRef)>,
    globals: Vec<Global>,
    thread_locals: Vec<Global>,
    variables: Region,
    constants: Region,
    thread_local_block: Region,
    labels: Vec<(FunctionId, Rc<str>)>,
    label_ids: FxHashMap<(FunctionId, Rc<str>), u64>,
    /// Where the blocks of functions with an `indirectbr` begin.
    blocks: FxHashMap<(FunctionId, Rc<str>), Pc>,
    shapes: FxHashMap<(usize, TypeId), Rc<Shape>>,
    strings: FxHashMap<Rc<str>, Arc<str>>,
    pub(super) types: Pointees,
}

/// A constant as far as it is known before the program runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Word {
    Bits(u64),
    /// An address in the running thread's block: offset from its start.
    ThreadLocal(u64),
}

/// Index into `globals` or `thread_locals`.
#[derive(Clone, Copy)]
pub(crate) enum Placed {
    Global(usize),
    ThreadLocal(usize),
}

impl<'p> Builder<'p> {
    pub(crate) fn new(
        linked: &'p Linked,
        options: Options,
        facts: &'p StaticFacts,
        shortened: Shortened,
    ) -> Builder<'p> {
        Builder {
            linked,
            options,
            may_unwind: unwinding::may_unwind(linked),
            has_shortened: Shortened::default(),
            shortened,
            no_time: None,
            unread_blocks: Vec::new(),
            facts,
            functions: Vec::new(),
            function_ids: FxHashMap::default(),
            undefined: Vec::new(),
            symbols: FxHashMap::default(),
            to_lower: Vec::new(),
            definitions: FxHashMap::default(),
            to_initialize: Vec::new(),
            globals: Vec::new(),
            thread_locals: Vec::new(),
            variables: Region::new(address::GLOBALS),
            constants: Region::new(address::CONSTANTS),
            thread_local_block: Region::new(address::THREAD_LOCALS_OFFSET),
            labels: Vec::new(),
            label_ids: FxHashMap::default(),
            blocks: FxHashMap::default(),
            shapes: FxHashMap::default(),
            strings: FxHashMap::default(),
            types: Pointees::default(),
        }
    }

    pub(crate) fn build(mut self) -> Result<Program, LoadError> {
        let main = self.named_function("main").ok_or_else(|| error("the program has no function `main`"))?;
        let start = self.named_function("__mazurka_start");
        let constructors = self.functions_of(self.linked.constructors())?;
        let destructors = self.functions_of(self.linked.destructors())?;
        loop {
            if let Some((placed, at)) = self.to_initialize.pop() {
                self.initialize(placed, at)?;
            } else if let Some((id, at)) = self.to_lower.pop() {
                self.functions[id as usize].kind = self.lower_function(id, at);
                self.definitions.insert(id, at);
            } else {
                break;
            }
        }
        let labels = self.labels.iter().map(|label| {
            // A label of a function without `indirectbr` is a number like any other.
            (label.0, self.blocks.get(label).copied().unwrap_or(0))
        });
        let labels: Vec<(FunctionId, Pc)> = labels.collect();
        let uses = |fact: fn(&Facts) -> bool| {
            self.functions.iter().filter_map(Function::native).any(|native| fact(&native.facts))
        };
        let cancels_threads = uses(|facts| facts.cancels_threads);
        let polls_for_end = uses(|facts| facts.polls_for_end);
        let reads_clock = uses(|facts| facts.reads_clock);
        let sets_thread_specific = uses(|facts| facts.sets_thread_specific);
        let asks_for_mutexes = uses(|facts| facts.asks_for_mutex);
        let takes_locks = uses(|facts| facts.effect.locking == Locking::Locks);
        let makes_locks_fail = uses(|facts| facts.makes_locks_fail);
        let breaks_pipes = uses(|facts| facts.opens_pipes) && uses(|facts| facts.breaks_pipes);
        let sends_signals = breaks_pipes || uses(|facts| facts.sends_signals);
        let runs_handlers = sends_signals || uses(|facts| facts.runs_handlers);
        let take_signal = self.functions.iter().position(|function| *function.name == *TAKE_SIGNAL);
        let take_signal = take_signal.filter(|_| runs_handlers).map(|id| id as FunctionId);
        if !cancels_threads {
            cancellation::join_straight(&mut self.functions);
        }
        let future = self.options.future.then(|| self.future(&labels));
        self.globals.sort_by_key(|global| global.address);
        let backoff = match self.options.shorten_pauses && take_signal.is_none() {
            true => backoff::mark(&mut backoff::Parts {
                functions: &mut self.functions,
                globals: &self.globals,
                thread_locals: &self.thread_locals,
                labels: &labels,
                called: [&[main], start.as_slice(), &constructors, &destructors].concat(),
                cancels_threads,
                may_unwind: self.may_unwind,
            }),
            false => backoff::Found::default(),
        };
        let idle_generators = backoff.idle_generators;
        polling::mark(&mut self.functions, &self.globals, &labels, (&backoff.faint, idle_generators));
        if takes_locks {
            whole::mark(&mut self.functions, &labels);
        }
        let forgets_errno = self.options.clear_unread && take_signal.is_none() && !self.may_unwind;
        let errno_reads = match forgets_errno {
            true => errno::find(&mut self.functions, &self.globals, &labels),
            false => None,
        };
        let protected = self.protected();
        Ok(Program {
            labels,
            is_rust: self.may_unwind,
            is_libtest: self.functions.iter().any(|function| rust::runs_tests(&function.name)),
            cancels_threads,
            polls_for_end,
            reads_clock,
            has_shortened: self.has_shortened,
            sets_thread_specific,
            makes_locks_fail,
            asks_for_mutexes,
            takes_locks,
            sends_signals,
            take_signal,
            protected,
            future,
            reachable_stacks: ReachableStacks::All,
            dead_bytes: DeadBytes::of(self.functions.len()),
            errno_reads,
            faint_bytes: backoff.bytes,
            idle_generators,
            has_unread: self.facts.unread.is_any(),
            unread_blocks: self.unread_blocks,
            undefined: undefined::list(&self.functions, &self.undefined),
            atomic_blocks: self.functions.iter().any(Function::is_block),
            acquire_fences: Program::has_acquire_fence(&self.functions),
            informs_without_order: self.functions.iter().any(Function::may_inform_without_order),
            functions: self.functions,
            globals: self.globals,
            thread_locals: self.thread_locals,
            thread_local_size: self.thread_local_block.end(),
            types: self.types.described,
            main,
            start,
            constructors,
            destructors,
        })
    }

    /// To be called where all functions are as they will be.
    fn future(&mut self, labels: &[(FunctionId, Pc)]) -> FutureTable {
        let functions = &mut self.functions;
        super::future::Parts { functions, labels, definitions: &self.definitions, text: &self.facts.text }
            .table()
    }

    /// The protected variables that have got an address; the library may access its own in other ways.
    fn protected(&self) -> Vec<ProtectedVariable> {
        let address = |at: &SymbolRef| match self.symbols.get(at) {
            Some(Word::Bits(address)) => Some(*address),
            _ => None,
        };
        let mut protected = Vec::new();
        for Protection { variable, class } in &self.facts.protections {
            let Some(start) = address(variable) else { continue };
            let global = self.globals.binary_search_by_key(&start, |global| global.address);
            let Some(global) = global.ok().map(|index| &self.globals[index]) else { continue };
            if global.internal || global.size == 0 {
                continue;
            }
            let lock = match class {
                Class::Lock(lock) => match address(&lock.variable) {
                    Some(address) => Some(address.wrapping_add_signed(lock.offset)),
                    None => continue,
                },
                Class::ReadOnly => None,
            };
            protected.push(ProtectedVariable { memory: Range { start, length: global.size }, lock });
        }
        protected.sort_unstable_by_key(|variable| variable.memory.start);
        protected
    }

    fn named_function(&mut self, name: &str) -> Option<FunctionId> {
        let at = self.linked.lookup(name)?;
        let word = self.symbol(at).ok()?;
        self.function_at(word)
    }

    fn functions_of(&mut self, constructors: &[Constructor]) -> Result<Vec<FunctionId>, LoadError> {
        let mut ids = Vec::new();
        for constructor in constructors {
            let word = self.symbol(constructor.function).map_err(LoadError::from)?;
            ids.extend(self.function_at(word));
        }
        Ok(ids)
    }

    /// The function whose address this is.
    pub(crate) fn function_at(&self, word: Word) -> Option<FunctionId> {
        let Word::Bits(bits) = word else { return None };
        let offset = bits.checked_sub(address::CODE)?;
        let id = offset / address::FUNCTION_STEP;
        (offset % address::FUNCTION_STEP == 0 && id < self.functions.len() as u64).then_some(id as FunctionId)
    }

    pub(crate) fn module(&self, index: usize) -> &'p Module {
        &self.linked.modules[index]
    }

    pub(crate) fn shape(&mut self, module: usize, ty: TypeId) -> Result<Rc<Shape>, String> {
        if let Some(shape) = self.shapes.get(&(module, ty)) {
            return Ok(shape.clone());
        }
        let m = self.module(module);
        let shape = Shape::of(&m.types, &m.layout, ty)?;
        self.shapes.insert((module, ty), shape.clone());
        Ok(shape)
    }

    pub(crate) fn string(&mut self, text: &Rc<str>) -> Arc<str> {
        self.strings.entry(text.clone()).or_insert_with(|| Arc::from(&**text)).clone()
    }

    /// The address of a symbol; from now on it is part of the program.
    pub(crate) fn symbol(&mut self, at: SymbolRef) -> Result<Word, String> {
        if let Some(&word) = self.symbols.get(&at) {
            return Ok(word);
        }
        let word = match self.linked.resolve(at) {
            Resolved::Null => Word::Bits(0),
            Resolved::Definition(definition) if definition != at => self.symbol(definition)?,
            Resolved::Definition(definition) => self.define(definition)?,
            Resolved::External(name) => self.external(at, &name)?,
        };
        self.symbols.insert(at, word);
        Ok(word)
    }

    fn define(&mut self, at: SymbolRef) -> Result<Word, String> {
        let symbol = self.linked.symbol(at);
        match &symbol.kind {
            SymbolKind::Function(_) => {
                let name = self.string(&symbol.name);
                let id = self.add_function(name, FunctionKind::Unusable("it is not lowered yet".into()));
                self.to_lower.push((id, at));
                Ok(function_address(id))
            }
            SymbolKind::Variable(variable) => self.place(at, variable),
            SymbolKind::Alias { ifunc: true, .. } => {
                Err(format!("`{}` is an ifunc, which is not supported", symbol.name))
            }
            SymbolKind::Alias { target, .. } => {
                // Null until the alias is resolved: so a cycle ends.
                self.symbols.insert(at, Word::Bits(0));
                let ty = self.module(at.module).types.ptr();
                let word = self.pointer(at.module, ty, target);
                self.symbols.remove(&at);
                word
            }
        }
    }

    /// An undefined symbol: a function of the library, or an error when it is called or accessed.
    fn external(&mut self, at: SymbolRef, name: &Rc<str>) -> Result<Word, String> {
        match &self.linked.symbol(at).kind {
            // `available_externally`: as good a definition as any.
            SymbolKind::Function(IrFunction { definition: Some(_), .. }) => self.define(at),
            SymbolKind::Variable(Variable { initializer: Some(_), .. }) => self.define(at),
            SymbolKind::Function(_) => Ok(function_address(self.library_function(plain_name(name)))),
            _ => Err(format!("undefined variable `{}`: the program does not define it", plain_name(name))),
        }
    }

    /// A function of the library, or an unusable one if the library does not have it.
    pub(crate) fn library_function(&mut self, name: &str) -> FunctionId {
        if let Some(&id) = self.function_ids.get(name) {
            return id;
        }
        let native = library::find(name);
        let kind = match native {
            Some(native) => FunctionKind::Native(native),
            None => self.options.undefined_functions.kind_of(name),
        };
        let id = self.add_function(Arc::from(name), kind);
        if native.is_none() {
            self.undefined.push(id);
        }
        self.function_ids.insert(name.into(), id);
        id
    }

    fn add_function(&mut self, name: Arc<str>, kind: FunctionKind) -> FunctionId {
        self.functions.push(Function { name, kind });
        (self.functions.len() - 1) as FunctionId
    }

    fn place(&mut self, at: SymbolRef, variable: &Variable) -> Result<Word, String> {
        let symbol = self.linked.symbol(at);
        let m = self.module(at.module);
        let layout = m
            .layout
            .of(&m.types, variable.ty)
            .ok_or_else(|| format!("the type of `{}` has no size", symbol.name))?;
        let align = u64::from(variable.align).max(layout.align);
        let region = match (variable.thread_local, variable.constant) {
            (true, _) => &mut self.thread_local_block,
            (_, true) => &mut self.constants,
            _ => &mut self.variables,
        };
        let address = region
            .place(layout.size, align)
            .ok_or_else(|| format!("`{}` is too large for the address space", symbol.name))?;
        let described = variable.debug.first().and_then(|&id| m.debug.variable(id));
        let global = Global {
            address,
            size: layout.size,
            image: Vec::new(),
            name: match (&described, rust::demangled(&symbol.name)) {
                (Some(described), _) => self.string(&described.name),
                (None, Some(name)) => name.into(),
                (None, None) => self.string(&symbol.name),
            },
            constant: variable.constant,
            internal: m.path.starts_with(SUPPORT_PATH),
            unread: Vec::new(),
            leading: Vec::new(),
            parts: self.parts(at.module, described.and_then(|described| described.ty)),
        };
        let list = if variable.thread_local { &mut self.thread_locals } else { &mut self.globals };
        list.push(global);
        let index = list.len() - 1;
        let (placed, word) = match variable.thread_local {
            true => (Placed::ThreadLocal(index), Word::ThreadLocal(address)),
            false => (Placed::Global(index), Word::Bits(address)),
        };
        self.to_initialize.push((placed, at));
        Ok(word)
    }

    /// The address of a struct of zeros that says how long to sleep.
    pub(super) fn no_time(&mut self) -> Result<u64, String> {
        if let Some(address) = self.no_time {
            return Ok(address);
        }
        let address = self.constants.place(16, 8).ok_or("there is no room for constants")?;
        self.globals.push(Global {
            address,
            size: 16,
            image: Vec::new(),
            name: Arc::from("no time"),
            constant: true,
            internal: true,
            unread: Vec::new(),
            leading: Vec::new(),
            parts: Parts::None,
        });
        self.no_time = Some(address);
        Ok(address)
    }

    fn initialize(&mut self, placed: Placed, at: SymbolRef) -> Result<(), LoadError> {
        let symbol = self.linked.symbol(at);
        let SymbolKind::Variable(Variable { ty, initializer: Some(initializer), .. }) = &symbol.kind else {
            return Ok(());
        };
        let image = self.image(at.module, *ty, initializer).map_err(|reason| {
            let path = &self.module(at.module).path;
            error(&format!("{path}:{}: the initialiser of `{}`: {reason}", symbol.line, symbol.name))
        })?;
        let global = match placed {
            Placed::Global(index) => &mut self.globals[index],
            Placed::ThreadLocal(index) => &mut self.thread_locals[index],
        };
        global.unread = self.facts.unread.bytes(at).to_vec();
        global.leading = self.facts.unread.leading(at).to_vec();
        global.image = image;
        global.clear_unread();
        Ok(())
    }

    /// The address of a block: LangRef `blockaddress`.
    pub(crate) fn label(&mut self, function: FunctionId, block: &Rc<str>) -> u64 {
        let labels = &mut self.labels;
        let index = *self.label_ids.entry((function, block.clone())).or_insert_with(|| {
            labels.push((function, block.clone()));
            labels.len() as u64 - 1
        });
        address::LABELS + index
    }

    fn lower_function(&mut self, id: FunctionId, at: SymbolRef) -> FunctionKind {
        let m = self.module(at.module);
        let body = match m.body(at.symbol) {
            Some(Ok(body)) => body,
            Some(Err(error)) => return FunctionKind::Unusable(error.to_string()),
            None => return FunctionKind::Unusable("it has no body".into()),
        };
        match super::function::lower(self, at, body) {
            Ok((mut code, block_starts)) => {
                if !self.options.future {
                    code.origins = Vec::new();
                }
                for (name, pc) in block_starts {
                    self.blocks.insert((id, name), pc);
                }
                FunctionKind::Code(Box::new(Code { internal: m.path.starts_with(SUPPORT_PATH), ..code }))
            }
            Err(reason) => {
                let symbol = m.symbol(at.symbol);
                FunctionKind::Unusable(format!("{}:{}: `{}`: {reason}", m.path, symbol.line, symbol.name))
            }
        }
    }

    /// A constant of pointer type.
    fn pointer(&mut self, module: usize, ty: TypeId, constant: &Constant) -> Result<Word, String> {
        match self.words(module, ty, constant)?[..] {
            [word] => Ok(word),
            _ => Err("a pointer was expected".into()),
        }
    }
}

impl From<String> for LoadError {
    fn from(message: String) -> LoadError {
        LoadError { message }
    }
}

fn error(message: &str) -> LoadError {
    LoadError { message: message.into() }
}

fn function_address(id: FunctionId) -> Word {
    Word::Bits(address::CODE + address::FUNCTION_STEP * u64::from(id))
}

/// Without the marker of an `asm` label.
pub(crate) fn plain_name(name: &str) -> &str {
    name.strip_prefix('\u{1}').unwrap_or(name)
}

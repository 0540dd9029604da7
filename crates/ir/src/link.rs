//! Several modules as one program, linked by symbol name (LangRef: "Linkage Types").
//!
//! Nothing is copied or rewritten: a reference stays what it is in its module, and [`Program::resolve`] says what it
//! means. That a declaration and its definition disagree about the type is fine here: C programs do it by accident
//! and a call site carries its own types.
//!
//! A module that is linked as a library ([`Module::is_library`]) offers all that it defines to others, also what it keeps to itself if
//! that has a mangled name of Rust's: link-time optimisation has made it internal. Definitions of other modules win, for the library
//! itself as well.

use std::fmt;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::constant::{Constant, ConstantExpr};
use crate::module::{Linkage, Module, Symbol, SymbolId, SymbolKind, Variable};

/// Modules that share one [`crate::Types`].
#[derive(Debug)]
pub struct Program {
    pub modules: Vec<Module>,
    /// What a name means to every module that does not keep a symbol of that name to itself.
    definitions: FxHashMap<Rc<str>, SymbolRef>,
    constructors: Vec<Constructor>,
    destructors: Vec<Constructor>,
}

/// A symbol of one of the modules of a program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SymbolRef {
    /// Index into [`Program::modules`].
    pub module: usize,
    pub symbol: SymbolId,
}

/// What a symbol means in the whole program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Resolved {
    /// Perhaps an alias: its target is one more reference of the defining module.
    Definition(SymbolRef),
    /// Undefined: a library function, or an error when it is used.
    External(Rc<str>),
    /// Undefined and `extern_weak`.
    Null,
}

/// A function that runs before `main`, or after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Constructor {
    pub priority: u32,
    /// As the module refers to it: to be resolved like any other reference.
    pub function: SymbolRef,
}

/// Why modules cannot be linked; places are `file:line`, of the source if debug info has it, else of the IR text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LinkError {
    Duplicate {
        name: Rc<str>,
        first: String,
        second: String,
    },
    /// An entry of `llvm.global_ctors` or `llvm.global_dtors` that is not `{ priority, function, data }`.
    MalformedConstructors {
        name: Rc<str>,
        place: String,
    },
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LinkError::Duplicate { name, first, second } => {
                write!(f, "{second}: `{name}` is already defined at {first}")
            }
            LinkError::MalformedConstructors { name, place } => {
                write!(f, "{place}: `{name}` has an entry that cannot be understood")
            }
        }
    }
}

impl std::error::Error for LinkError {}

impl Program {
    pub fn link(modules: Vec<Module>) -> Result<Program, LinkError> {
        let mut program = Program {
            definitions: definitions(&modules)?,
            modules,
            constructors: Vec::new(),
            destructors: Vec::new(),
        };
        program.constructors = program.structors("llvm.global_ctors")?;
        program.destructors = program.structors("llvm.global_dtors")?;
        program.destructors.reverse();
        Ok(program)
    }

    pub fn symbol(&self, at: SymbolRef) -> &Symbol {
        self.modules[at.module].symbol(at.symbol)
    }

    /// What a symbol of a module means.
    pub fn resolve(&self, at: SymbolRef) -> Resolved {
        let symbol = self.symbol(at);
        match symbol.linkage {
            _ if is_offered(&self.modules[at.module], symbol) => {
                Resolved::Definition(self.lookup(&symbol.name).unwrap_or(at))
            }
            Linkage::Internal | Linkage::Appending => Resolved::Definition(at),
            _ => match (self.lookup(&symbol.name), symbol.linkage) {
                (Some(definition), _) => Resolved::Definition(definition),
                (None, Linkage::ExternWeak) => Resolved::Null,
                (None, _) => Resolved::External(symbol.name.clone()),
            },
        }
    }

    /// The definition that all modules see under this name.
    pub fn lookup(&self, name: &str) -> Option<SymbolRef> {
        self.definitions.get(name).copied()
    }

    /// What runs before `main`, in the order in which it runs: by priority, then by module, then as written.
    pub fn constructors(&self) -> &[Constructor] {
        &self.constructors
    }

    /// What runs after `main`, in the order in which it runs: the reverse of what constructors would do, which is how
    /// the dynamic loader treats `.fini_array`.
    pub fn destructors(&self) -> &[Constructor] {
        &self.destructors
    }

    /// The entries of this appending variable of all modules, sorted by priority.
    fn structors(&self, name: &str) -> Result<Vec<Constructor>, LinkError> {
        let mut all = Vec::new();
        for (index, module) in self.modules.iter().enumerate() {
            let Some(symbol) = module.symbols.iter().find(|symbol| &*symbol.name == name) else { continue };
            let entries = entries(symbol).ok_or_else(|| LinkError::MalformedConstructors {
                name: symbol.name.clone(),
                place: place(module, symbol),
            })?;
            for Entry { priority, function, data } in entries {
                let here = |symbol| SymbolRef { module: index, symbol };
                if data.is_none_or(|data| self.is_kept(here(data))) {
                    all.extend(function.map(|function| Constructor { priority, function: here(function) }));
                }
            }
        }
        all.sort_by_key(|constructor| constructor.priority);
        Ok(all)
    }

    /// Whether this module's own definition is the one that counts. Every C++ file that uses a template's static
    /// member brings a constructor for it; only that of the definition kept may run.
    fn is_kept(&self, at: SymbolRef) -> bool {
        self.resolve(at) == Resolved::Definition(at)
    }
}

fn definitions(modules: &[Module]) -> Result<FxHashMap<Rc<str>, SymbolRef>, LinkError> {
    let mut winners: FxHashMap<Rc<str>, SymbolRef> = FxHashMap::default();
    for (module, m) in modules.iter().enumerate() {
        for (index, symbol) in m.symbols.iter().enumerate() {
            let Some(strength) = strength(m, symbol) else { continue };
            let at = SymbolRef { module, symbol: SymbolId(index as u32) };
            let Some(winner) = winners.get_mut(&symbol.name) else {
                winners.insert(symbol.name.clone(), at);
                continue;
            };
            let (rival_module, rival) =
                (&modules[winner.module], modules[winner.module].symbol(winner.symbol));
            let rival_strength = self::strength(rival_module, rival);
            if strength == Strength::Strong && rival_strength == Some(Strength::Strong) {
                return Err(LinkError::Duplicate {
                    name: symbol.name.clone(),
                    first: place(rival_module, rival),
                    second: place(m, symbol),
                });
            }
            if Some(strength) > rival_strength {
                *winner = at;
            }
        }
    }
    Ok(winners)
}

/// Of several definitions of a name the strongest counts, and the first of equally strong ones.
#[derive(PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Strength {
    Weak,
    Common { size: u64 },
    Strong,
}

/// `None` for what defines nothing, and for what other modules do not see.
fn strength(module: &Module, symbol: &Symbol) -> Option<Strength> {
    let defined = match &symbol.kind {
        SymbolKind::Variable(variable) => variable.initializer.is_some(),
        SymbolKind::Function(function) => function.definition.is_some(),
        SymbolKind::Alias { .. } => true,
    };
    match (symbol.linkage, &symbol.kind) {
        _ if !defined => None,
        (Linkage::External | Linkage::Weak, _) if module.is_library => Some(Strength::Weak),
        (Linkage::Internal, _) if is_offered(module, symbol) => Some(Strength::Weak),
        (Linkage::External, _) => Some(Strength::Strong),
        (Linkage::Common, SymbolKind::Variable(variable)) => {
            Some(Strength::Common { size: size(module, variable) })
        }
        (Linkage::Weak | Linkage::Common, _) => Some(Strength::Weak),
        (Linkage::Internal | Linkage::Appending, _) => None,
        (Linkage::AvailableExternally | Linkage::ExternWeak, _) => None,
    }
}

/// Whether a library offers what it keeps to itself: by a name that Rust makes, of either scheme. Others may mean something else in
/// every module.
fn is_offered(module: &Module, symbol: &Symbol) -> bool {
    // What allocates has a plain name in older versions of Rust.
    let is_mangled = ["_R", "_ZN", "__rust_"].iter().any(|prefix| symbol.name.starts_with(prefix));
    module.is_library && symbol.linkage == Linkage::Internal && is_mangled
}

fn size(module: &Module, variable: &Variable) -> u64 {
    module.layout.of(&module.types, variable.ty).map_or(0, |layout| layout.stride())
}

/// Where a symbol is defined, for messages.
fn place(module: &Module, symbol: &Symbol) -> String {
    let source = match &symbol.kind {
        SymbolKind::Function(function) => function
            .definition
            .as_ref()
            .and_then(|definition| module.debug.subprogram(definition.debug?))
            .map(|function| (function.file.clone(), function.line)),
        SymbolKind::Variable(variable) => variable
            .debug
            .first()
            .and_then(|&id| module.debug.variable(id))
            .map(|variable| (variable.file.clone(), variable.line)),
        SymbolKind::Alias { .. } => None,
    };
    let (file, line) = source.unwrap_or_else(|| (module.path.clone(), symbol.line));
    format!("{file}:{line}")
}

/// `{ i32 priority, ptr function, ptr data }` of LangRef's `llvm.global_ctors`.
struct Entry {
    priority: u32,
    /// `None` for null: a place holder.
    function: Option<SymbolId>,
    /// The variable that the function initialises, if it is tied to one.
    data: Option<SymbolId>,
}

/// `None` if the variable is not what LangRef says.
fn entries(symbol: &Symbol) -> Option<Vec<Entry>> {
    let SymbolKind::Variable(variable) = &symbol.kind else { return None };
    match variable.initializer.as_ref()? {
        Constant::Zero => Some(Vec::new()),
        Constant::Aggregate(elements) => elements.iter().map(|(_, element)| entry(element)).collect(),
        _ => None,
    }
}

fn entry(constant: &Constant) -> Option<Entry> {
    let fields = match constant {
        Constant::Zero => return Some(Entry { priority: 0, function: None, data: None }),
        Constant::Aggregate(fields) => fields,
        _ => return None,
    };
    let Constant::Int(priority) = fields.first()?.1 else { return None };
    let function = match &fields.get(1)?.1 {
        Constant::Null => None,
        function => Some(pointed_symbol(function)?),
    };
    let data = fields.get(2).and_then(|(_, data)| pointed_symbol(data));
    Some(Entry { priority: priority.try_into().ok()?, function, data })
}

/// The symbol behind the casts that typed pointers need.
fn pointed_symbol(mut constant: &Constant) -> Option<SymbolId> {
    loop {
        match constant {
            Constant::Symbol(symbol) => return Some(*symbol),
            Constant::Expr(expr) => match &**expr {
                ConstantExpr::Cast { value, .. } => constant = value,
                _ => return None,
            },
            _ => return None,
        }
    }
}

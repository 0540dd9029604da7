//! A module: symbols, their definitions, and bodies that are read when first asked for.

use std::cell::OnceCell;
use std::ops::Range;
use std::rc::Rc;

use crate::constant::Constant;
use crate::debug::{DebugInfo, MetadataId};
use crate::error::ReadError;
use crate::instruction::{Body, ParamAttributes};
use crate::types::{TypeId, Types};
use crate::volatile::Volatile;

/// An `@name` of one module: index into [`Module::symbols`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SymbolId(pub u32);

#[derive(Debug)]
pub struct Module {
    /// The file the text came from, for messages.
    pub path: Rc<str>,
    pub source_filename: Rc<str>,
    pub types: Rc<Types>,
    pub layout: DataLayout,
    /// In text order; a symbol that is only mentioned is an error of the reader.
    pub symbols: Vec<Symbol>,
    pub debug: DebugInfo,
    /// What volatile accesses are read as; bodies that were read before keep their meaning.
    pub volatile: Volatile,
    /// Linked as a library: see [`crate::link`].
    pub is_library: bool,
    /// The whole text; bodies and metadata are read from it when asked for.
    pub(crate) text: Rc<str>,
    /// What body reading needs to know of the rest of the module (names, attribute groups, named types).
    pub(crate) names: crate::read::Names,
}

#[derive(Debug)]
pub struct Symbol {
    /// Without `@` and quotes, escapes resolved. Unnamed ones (`@0`) are named by their number.
    pub name: Rc<str>,
    pub linkage: Linkage,
    pub kind: SymbolKind,
    /// Line in the IR text.
    pub line: u32,
}

#[derive(Debug)]
pub enum SymbolKind {
    Variable(Variable),
    Function(Function),
    /// Aliases and ifuncs: the aliasee (an ifunc is an error when used).
    Alias {
        target: Constant,
        ifunc: bool,
    },
}

#[derive(Debug)]
pub struct Variable {
    pub ty: TypeId,
    /// `None`: declared only.
    pub initializer: Option<Constant>,
    pub constant: bool,
    pub thread_local: bool,
    /// 0 where the text has none.
    pub align: u32,
    pub section: Option<Rc<str>>,
    /// Every `!dbg !N` (DIGlobalVariableExpression).
    pub debug: Vec<MetadataId>,
}

#[derive(Debug)]
pub struct Function {
    pub result: TypeId,
    pub params: Vec<Param>,
    pub varargs: bool,
    pub definition: Option<Definition>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    pub ty: TypeId,
    pub attributes: ParamAttributes,
}

#[derive(Debug)]
pub struct Definition {
    /// Bytes of the text from the line of `define` to its closing `}`.
    pub(crate) text: Range<usize>,
    /// Line of `define` in the IR text.
    pub line: u32,
    /// `!dbg !N` (DISubprogram).
    pub debug: Option<MetadataId>,
    pub(crate) body: OnceCell<Result<Body, ReadError>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Linkage {
    External,
    /// `internal` and `private`: invisible to other modules.
    Internal,
    /// `weak`, `weak_odr`, `linkonce`, `linkonce_odr`: a strong definition replaces it.
    Weak,
    /// `common`: weak, and of several the largest wins.
    Common,
    /// `available_externally`: a copy for the optimiser, no definition for the linker.
    AvailableExternally,
    /// `extern_weak`: null if undefined.
    ExternWeak,
    /// `appending`: `llvm.global_ctors` and the like.
    Appending,
}

/// What the `target datalayout` string says, as far as it matters on 64-bit little-endian targets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DataLayout {
    /// ABI alignment of `i128` in bytes: 16 from LLVM 18 on, 8 before.
    pub i128_align: u32,
    pub i64_align: u32,
}

impl Default for DataLayout {
    fn default() -> Self {
        DataLayout { i128_align: 8, i64_align: 8 }
    }
}

impl Module {
    pub fn symbol(&self, id: SymbolId) -> &Symbol {
        &self.symbols[id.0 as usize]
    }

    /// The body of a function, read on first use. `None` for declarations.
    pub fn body(&self, function: SymbolId) -> Option<Result<&Body, &ReadError>> {
        let SymbolKind::Function(f) = &self.symbol(function).kind else { return None };
        let definition = f.definition.as_ref()?;
        let read = || {
            let mut body = crate::read::read_body(self, f, definition)?;
            self.volatile.apply(self, &mut body);
            Ok(body)
        };
        Some(definition.body.get_or_init(read).as_ref())
    }
}

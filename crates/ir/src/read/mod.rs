//! The reader: one pass over the lines finds symbols and metadata; bodies are read on demand.
//!
//! A recursive descent over the text, one function per production of the LangRef, without a token type in between:
//!
//! | file | reads |
//! | --- | --- |
//! | `text` | blanks, names, strings, numbers |
//! | `index` | the lines of a module: which kind of entity starts where |
//! | `header` | variables, aliases, the first line of functions |
//! | `types`, `constants`, `expressions`, `literals` | types and constants |
//! | `attributes`, `metadata` | mostly skips; keeps what execution or debugging needs |
//! | `body` | names of a function, its blocks and instructions |
//! | `instructions` | the table of opcodes; the families are in `terminators`, `arithmetic`, `memory`, `aggregates`, `calls` |
//! | `rules`, `flow` | nothing: they say which types fit which operation, and where phis may be |
//! | `words` | keywords that mean one value each: predicates, orderings … |

mod aggregates;
mod arithmetic;
mod attributes;
mod body;
mod calls;
mod constants;
mod expressions;
mod flow;
mod header;
mod index;
mod instructions;
mod literals;
mod memory;
mod metadata;
mod rules;
mod terminators;
mod text;
mod types;
mod words;

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

use memchr::{memchr_iter, memrchr};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::error::ReadError;
use crate::instruction::Body;
use crate::module::{Definition, Function, Module, SymbolId};
use crate::types::Types;
use body::Locals;
use text::{Cursor, Failure, Read};
use types::NamedType;

/// How deep types and constants may nest: far more than compilers print, far less than the native stack bears.
const NESTING_LIMIT: u32 = 200;

/// Everything a body needs to know of its module besides the symbols. Names are as written, without sigil and quotes.
#[derive(Debug, Default)]
pub(crate) struct Names {
    symbols: FxHashMap<Rc<str>, SymbolId>,
    types: RefCell<FxHashMap<Rc<str>, NamedType>>,
    /// The N of each `attributes #N` that has `returns_twice`.
    returns_twice_groups: FxHashSet<u32>,
}

/// Reads a module. Bodies stay unread until [`Module::body`] asks for them.
pub fn read_module(path: &str, text: Rc<str>, types: &Rc<Types>) -> Result<Module, ReadError> {
    let path: Rc<str> = path.into();
    index::module(&path, &text, types).map_err(|failure| error_at(&path, &text, *failure))
}

pub(crate) fn read_body(
    module: &Module,
    function: &Function,
    definition: &Definition,
) -> Result<Body, ReadError> {
    let reader = Reader::new(&module.text, definition.text.clone(), &module.types, &module.names);
    reader.body(function, definition).map_err(|failure| error_at(&module.path, &module.text, *failure))
}

fn error_at(path: &Rc<str>, text: &str, failure: Failure) -> ReadError {
    let before = &text.as_bytes()[..failure.offset];
    let line_start = memrchr(b'\n', before).map_or(0, |newline| newline + 1);
    ReadError {
        path: path.clone(),
        line: memchr_iter(b'\n', before).count() as u32 + 1,
        column: (failure.offset - line_start) as u32 + 1,
        message: failure.message,
    }
}

/// What is being read, and what the names in it mean. Outside of bodies there are no locals.
pub(crate) struct Reader<'a> {
    text: Cursor<'a>,
    /// The cursor sees only a part of this.
    module_text: &'a str,
    types: &'a Types,
    names: &'a Names,
    locals: Locals<'a>,
    /// How deep in types and constants we are, see [`NESTING_LIMIT`].
    nesting: u32,
    /// Inside `%T = type …`, see [`types`].
    in_type_definition: bool,
    /// Among the parameters of a function type inside a type's definition.
    in_erased_type: bool,
}

impl<'a> Reader<'a> {
    /// A reader of one part of a module's text.
    fn new(module_text: &'a str, part: Range<usize>, types: &'a Types, names: &'a Names) -> Reader<'a> {
        Reader {
            text: Cursor::new(&module_text[..part.end], part.start),
            module_text,
            types,
            names,
            locals: Locals::default(),
            nesting: 0,
            in_type_definition: false,
            in_erased_type: false,
        }
    }

    /// Runs a production that may contain itself.
    fn nested<T>(&mut self, production: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.nesting == NESTING_LIMIT {
            return Err(self.text.fail(format!("nested deeper than {NESTING_LIMIT} levels")));
        }
        self.nesting += 1;
        let result = production(self);
        self.nesting -= 1;
        result
    }

    /// `item, item, … close`; the opening bracket is already consumed.
    fn list(&mut self, close: u8, mut item: impl FnMut(&mut Self) -> Read<()>) -> Read<()> {
        if self.text.eat(close) {
            return Ok(());
        }
        loop {
            item(self)?;
            if self.text.eat(close) {
                return Ok(());
            }
            self.text.expect(b',')?;
        }
    }
}

//! The reader: one pass over the lines finds symbols and metadata; bodies are read when asked for.

use std::rc::Rc;

use crate::error::ReadError;
use crate::instruction::Body;
use crate::module::{Definition, Function, Module};
use crate::types::Types;

/// Everything a body needs to know of its module besides the symbols.
#[derive(Debug, Default)]
pub(crate) struct Names {}

/// Reads a module. Bodies stay unread until [`Module::body`] asks for them.
pub fn read_module(path: &str, text: Rc<str>, types: &Rc<Types>) -> Result<Module, ReadError> {
    let _ = (path, text, types);
    unimplemented!()
}

pub(crate) fn read_body(
    module: &Module,
    function: &Function,
    definition: &Definition,
) -> Result<Body, ReadError> {
    let _ = (module, function, definition);
    unimplemented!()
}

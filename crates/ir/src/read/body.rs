//! LangRef: "Functions": a body is a list of blocks, a block a label and instructions.
//!
//! Names may be used before they are defined, so a first look at the starts of the lines finds all definitions.

use std::borrow::Cow;
use std::rc::Rc;

use memchr::memchr_iter;
use rustc_hash::FxHashMap;

use crate::debug::MetadataId;
use crate::instruction::{Block, BlockId, Body, DebugRecord, DebugRecordKind, LocalId, Operand};
use crate::module::{Definition, Function};
use crate::types::TypeId;

use super::header::FunctionHeader;
use super::text::{Cursor, Read, unescape_text};
use super::{Reader, flow};

/// The names of one function.
#[derive(Default)]
pub(super) struct Locals<'a> {
    values: FxHashMap<Cow<'a, str>, LocalId>,
    /// `None` until the first use or the definition.
    types: Vec<Option<TypeId>>,
    blocks: FxHashMap<Cow<'a, str>, BlockId>,
    /// What the function returns.
    pub result: Option<TypeId>,
    /// The name of a first block without label: the number behind those of the parameters.
    entry: Rc<str>,
    /// How many of the values are already defined by the text read so far.
    defined: u32,
}

/// The position of a debug record.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub block: BlockId,
    pub index: u32,
}

impl Place {
    pub(super) fn record(
        self,
        kind: DebugRecordKind,
        value: Option<Operand>,
        variable: MetadataId,
        expression: Rc<str>,
        debug: Option<MetadataId>,
    ) -> DebugRecord {
        let Place { block, index } = self;
        DebugRecord { kind, value, variable, expression, block, index, debug }
    }
}

/// Counts lines along with the cursor.
struct LineCounter {
    offset: usize,
    line: u32,
}

impl LineCounter {
    fn line_at(&mut self, module_text: &str, offset: usize) -> u32 {
        let passed = &module_text.as_bytes()[self.offset..offset];
        self.line += memchr_iter(b'\n', passed).count() as u32;
        self.offset = offset;
        self.line
    }
}

impl<'a> Reader<'a> {
    pub(super) fn body(mut self, function: &Function, definition: &Definition) -> Read<Body> {
        let header = self.function_header()?;
        let first = self.text;
        self.find_names(&header)?;
        self.locals.result = Some(function.result);
        for (slot, param) in self.locals.types.iter_mut().zip(&function.params) {
            *slot = Some(param.ty);
        }
        let mut lines = LineCounter { offset: definition.text.start, line: definition.line };
        let mut body = Body::default();
        while !self.text.at_end() {
            self.block(&mut body, &mut lines)?;
        }
        if body.blocks.is_empty() {
            return Err(first.fail("a function has at least one block"));
        }
        // The first look and the real reading must agree, or ids would lead nowhere.
        if body.blocks.len() != self.locals.blocks.len() {
            return Err(first.fail("the blocks of the function are not laid out line by line"));
        }
        let types = std::mem::take(&mut self.locals.types);
        match types.into_iter().collect::<Option<Vec<TypeId>>>() {
            Some(types) if types.len() as u32 == self.locals.defined => body.local_types = types,
            _ => return Err(first.fail("the instructions of the function are not laid out line by line")),
        }
        match flow::misplaced(&body) {
            None => Ok(body),
            Some((line, message)) => Err(self.line_start(definition, line).fail(message)),
        }
    }

    /// The first token of a line of the body.
    fn line_start(&self, definition: &Definition, line: u32) -> Cursor<'a> {
        let start = definition.text.start;
        let newlines = memchr_iter(b'\n', &self.module_text.as_bytes()[start..]);
        let before = newlines.take((line - definition.line) as usize).last();
        Cursor::new(self.module_text, before.map_or(start, |newline| start + newline))
    }

    /// Assigns an id to every value and block, in text order.
    fn find_names(&mut self, header: &FunctionHeader<'a>) -> Read<()> {
        let mut next_number = 0u32;
        for &name in &header.param_names {
            let name = match name {
                Some(name) => Cow::Borrowed(name),
                None => Cow::Owned(next_number.to_string()),
            };
            next_number += u32::from(name.bytes().all(|byte| byte.is_ascii_digit()));
            self.add_local(name, self.text)?;
        }
        self.locals.defined = header.param_names.len() as u32;
        let mut line = self.text;
        // Only the first block may lack its label; then it has the next number.
        if label(line).is_none() {
            self.locals.entry = next_number.to_string().into();
            self.locals.blocks.insert(Cow::Owned(next_number.to_string()), BlockId(0));
        }
        while !line.at_end() {
            if line.peek() == b'%' {
                self.find_local(line)?;
            } else if let Some((name, _)) = label(line) {
                let id = BlockId(self.locals.blocks.len() as u32);
                if self.locals.blocks.insert(Cow::Borrowed(name), id).is_some() {
                    return Err(line.fail(format!("the label %{name} is defined twice")));
                }
            }
            line.skip_line();
        }
        Ok(())
    }

    /// `%name =` at the start of a line.
    fn find_local(&mut self, mut line: Cursor<'a>) -> Read<()> {
        let before = line;
        line.eat(b'%');
        let name = line.name()?;
        if line.peek() == b'=' { self.add_local(Cow::Borrowed(name), before) } else { Ok(()) }
    }

    fn add_local(&mut self, name: Cow<'a, str>, place: Cursor<'_>) -> Read<()> {
        let id = LocalId(self.locals.types.len() as u32);
        if self.locals.values.insert(name.clone(), id).is_some() {
            return Err(place.fail(format!("the value %{name} is defined twice")));
        }
        self.locals.types.push(None);
        Ok(())
    }

    /// LangRef: "Basic blocks": `label:` and instructions up to a terminator.
    fn block(&mut self, body: &mut Body, lines: &mut LineCounter) -> Read<()> {
        let id = BlockId(body.blocks.len() as u32);
        let name: Rc<str> = match label(self.text) {
            Some((name, behind)) if self.locals.blocks.get(name) == Some(&id) => {
                self.text = behind;
                unescape_text(name)
            }
            None if body.blocks.is_empty() => self.locals.entry.clone(),
            _ => return Err(self.text.expected("a label at the start of a line")),
        };
        let mut instructions = Vec::new();
        loop {
            let place = Place { block: id, index: instructions.len() as u32 };
            if self.text.peek() == b'#' {
                body.debug_records.extend(self.debug_record(place)?);
                continue;
            }
            let line = lines.line_at(self.module_text, self.text.offset());
            if self.at_debug_call() {
                body.debug_records.extend(self.debug_call(place)?);
                continue;
            }
            let instruction = self.instruction(line)?;
            let last = instruction.op.is_terminator();
            instructions.push(instruction);
            if last {
                break;
            }
        }
        body.blocks.push(Block { name, instructions });
        Ok(())
    }

    /// Defines the value whose `%name =` is here, if there is one; its type follows later.
    pub(super) fn result_name(&mut self) -> Read<Option<LocalId>> {
        if self.text.peek() != b'%' {
            return Ok(None);
        }
        let before = self.text;
        self.text.eat(b'%');
        let name = self.text.name()?;
        self.text.expect(b'=')?;
        let id = LocalId(self.locals.defined);
        if self.locals.values.get(name) != Some(&id) {
            return Err(before.fail("an instruction must start its line"));
        }
        self.locals.defined += 1;
        Ok(Some(id))
    }

    /// A use of a local.
    #[inline]
    pub(super) fn local(&mut self, ty: TypeId) -> Read<LocalId> {
        let before = self.text;
        self.text.expect(b'%')?;
        let name = self.text.name()?;
        let Some(&id) = self.locals.values.get(name) else {
            return Err(before.fail(format!("the value %{name} is not defined")));
        };
        self.local_has_type(id, ty, before)?;
        Ok(id)
    }

    /// Uses and the definition of a local must agree on its type, in any order.
    pub(super) fn local_has_type(&mut self, id: LocalId, ty: TypeId, place: Cursor<'_>) -> Read<()> {
        match self.locals.types[id.0 as usize].replace(ty) {
            Some(other) if other != ty => Err(place.fail("the value is used with two different types")),
            _ => Ok(()),
        }
    }

    /// `label %name`.
    pub(super) fn label(&mut self) -> Read<BlockId> {
        self.text.expect_word("label")?;
        self.block_name()
    }

    /// `%name` of a block.
    pub(super) fn block_name(&mut self) -> Read<BlockId> {
        let before = self.text;
        self.text.expect(b'%')?;
        let name = self.text.name()?;
        let block = self.locals.blocks.get(name).copied();
        block.ok_or_else(|| before.fail(format!("the label %{name} is not defined")))
    }
}

/// `name:`, with the cursor behind it.
fn label(mut cursor: Cursor<'_>) -> Option<(&str, Cursor<'_>)> {
    let name = if cursor.at_name() { cursor.name().ok()? } else { return None };
    cursor.eat(b':').then_some((name, cursor))
}

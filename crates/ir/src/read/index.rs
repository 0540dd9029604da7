//! The pass over the lines of a module. Everything outside of bodies starts at the start of a line and, except for bodies,
//! ends with it; so the first byte of a line determines its kind, and two thirds of a big file are never read.

use std::ops::Range;
use std::rc::Rc;

use memchr::{memchr, memchr_iter, memchr2, memmem};

use crate::debug::DebugInfo;
use crate::module::{DataLayout, Module, SymbolId};
use crate::types::Types;
use crate::volatile::Volatile;

use super::text::{Cursor, Read, unescape_text};
use super::types::NamedType;
use super::{Names, Reader};

/// The position of a variable, alias or function.
pub(super) struct Entity<'a> {
    /// As written, without `@` and quotes.
    pub name: &'a str,
    /// From the start of its line to the end of it, or to the closing bracket of a function.
    pub part: Range<usize>,
    pub line: u32,
}

#[derive(Default)]
struct Index<'a> {
    source_filename: &'a str,
    layout: DataLayout,
    names: Names,
    entities: Vec<Entity<'a>>,
    nodes: Vec<(u32, usize)>,
}

/// LangRef: "Module Structure".
pub(super) fn module(path: &Rc<str>, text: &Rc<str>, types: &Rc<Types>) -> Read<Module> {
    let mut index = Index::default();
    let (mut at, mut line) = (0, 1);
    while at < text.len() {
        let end = index.entity(text, at, line)?;
        line += memchr_iter(b'\n', &text.as_bytes()[at..end]).count() as u32;
        at = end;
    }
    let mut symbols = Vec::with_capacity(index.entities.len());
    for entity in &index.entities {
        let reader = Reader::new(text, entity.part.clone(), types, &index.names);
        symbols.push(reader.symbol_entity(entity)?);
    }
    Ok(Module {
        path: path.clone(),
        source_filename: unescape_text(index.source_filename),
        types: types.clone(),
        layout: index.layout,
        symbols,
        debug: DebugInfo::new(text.clone(), index.nodes),
        volatile: Volatile::Plain,
        is_library: false,
        text: text.clone(),
        names: index.names,
    })
}

impl<'a> Index<'a> {
    /// Notes what starts at the start of this line; yields the start of the next line behind it.
    fn entity(&mut self, text: &'a str, start: usize, line: u32) -> Read<usize> {
        let bytes = text.as_bytes();
        let end = memchr(b'\n', &bytes[start..]).map_or(text.len(), |length| start + length + 1);
        let cursor = Cursor::new(&text[..end], start);
        match cursor.peek() {
            b'!' => self.metadata(cursor, start)?,
            b'@' => self.symbol(text, start..end, line)?,
            b'%' => self.named_type(cursor)?,
            b'$' | b'^' => {}
            _ if cursor.at_end() => {}
            _ => match cursor.peek_word() {
                "define" => return self.function(text, start..end, line),
                "declare" => self.symbol(text, start..end, line)?,
                "attributes" => self.attribute_group(cursor)?,
                "target" => self.target(cursor)?,
                "source_filename" => self.source_filename = assigned_string(cursor)?,
                "module" | "uselistorder" | "uselistorder_bb" => {}
                _ => return Err(cursor.expected("a top-level entity")),
            },
        }
        Ok(end)
    }

    /// `!N = …`; named metadata lists are not needed.
    fn metadata(&mut self, mut cursor: Cursor<'_>, start: usize) -> Read<()> {
        cursor.eat(b'!');
        if cursor.peek().is_ascii_digit() {
            self.nodes.push((cursor.unsigned32()?, start));
        }
        Ok(())
    }

    /// `define … {`, to the line that is `}`.
    fn function(&mut self, text: &'a str, header: Range<usize>, line: u32) -> Read<usize> {
        let cursor = Cursor::new(&text[..header.end], header.start);
        if !text[header.clone()].trim_ascii_end().ends_with('{') {
            return Err(cursor.fail("the line of a `define` must end with `{`"));
        }
        let body = header.end - 1;
        let Some(length) = memmem::find(&text.as_bytes()[body..], b"\n}") else {
            return Err(cursor.fail("the function is not closed by a line `}`"));
        };
        let close = body + length + 1;
        self.symbol(text, header.start..close, line)?;
        Ok(memchr(b'\n', &text.as_bytes()[close..]).map_or(text.len(), |length| close + length + 1))
    }

    /// Registers the first `@name` of a line.
    fn symbol(&mut self, text: &'a str, part: Range<usize>, line: u32) -> Read<()> {
        let start = find_sigil(text, part.clone());
        let mut cursor = Cursor::new(&text[..part.end], start.unwrap_or(part.end));
        let before = cursor;
        cursor.expect(b'@')?;
        let name = cursor.name()?;
        let id = SymbolId(self.entities.len() as u32);
        if self.names.symbols.insert(name.into(), id).is_some() {
            return Err(before.fail(format!("the symbol @{name} is defined twice")));
        }
        self.entities.push(Entity { name, part, line });
        Ok(())
    }

    /// `%name = type …`, read when first used.
    fn named_type(&mut self, mut cursor: Cursor<'a>) -> Read<()> {
        let before = cursor;
        cursor.expect(b'%')?;
        let name = cursor.name()?;
        cursor.expect(b'=')?;
        cursor.expect_word("type")?;
        let state = NamedType::Unread(cursor.offset());
        match self.names.types.get_mut().insert(name.into(), state) {
            None => Ok(()),
            Some(_) => Err(before.fail(format!("the type %{name} is defined twice"))),
        }
    }

    /// `attributes #N = { … }`.
    fn attribute_group(&mut self, mut cursor: Cursor<'_>) -> Read<()> {
        cursor.word();
        cursor.expect(b'#')?;
        let group = cursor.unsigned32()?;
        cursor.expect(b'=')?;
        if cursor.skip_line().split_ascii_whitespace().any(|word| word == "returns_twice") {
            self.names.returns_twice_groups.insert(group);
        }
        Ok(())
    }

    /// `target datalayout = "…"`, `target triple = "…"`.
    fn target(&mut self, mut cursor: Cursor<'_>) -> Read<()> {
        cursor.word();
        if cursor.peek_word() == "datalayout" {
            let text = assigned_string(cursor)?;
            if !text.split('-').all(is_of_supported_target) {
                return Err(cursor.fail("only little-endian targets with 64-bit pointers are supported"));
            }
            self.layout = data_layout(text);
        }
        Ok(())
    }
}

/// `word = "…"`.
fn assigned_string(mut cursor: Cursor<'_>) -> Read<&str> {
    cursor.word();
    cursor.expect(b'=')?;
    cursor.string()
}

/// The first `@` that is not inside quotes.
fn find_sigil(text: &str, part: Range<usize>) -> Option<usize> {
    let bytes = &text.as_bytes()[..part.end];
    let mut at = part.start;
    loop {
        at += memchr2(b'@', b'"', &bytes[at..])?;
        if bytes[at] == b'@' {
            return Some(at);
        }
        at += memchr(b'"', &bytes[at + 1..])? + 2;
    }
}

/// LangRef: "Data Layout": `E` is big endian, `p:SIZE` the size of pointers in the default address space.
fn is_of_supported_target(item: &str) -> bool {
    item != "E" && item.strip_prefix("p:").is_none_or(|sizes| sizes.split(':').next() == Some("64"))
}

/// LangRef: "Data Layout": `iSIZE:ABI[:PREFERRED]`, in bits, between dashes.
fn data_layout(text: &str) -> DataLayout {
    let align = |prefix: &str, default: u32| {
        let abi = text.split('-').find_map(|item| item.strip_prefix(prefix)?.split(':').next());
        abi.and_then(|bits| bits.parse::<u32>().ok()).map_or(default, |bits| bits / 8)
    };
    let default = DataLayout::default();
    DataLayout { i128_align: align("i128:", default.i128_align), i64_align: align("i64:", default.i64_align) }
}

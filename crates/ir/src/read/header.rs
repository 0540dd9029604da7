//! LangRef: "Global Variables", "Aliases", "IFuncs", and the first line of "Functions".

use std::cell::OnceCell;

use crate::debug::MetadataId;
use crate::module::{Definition, Function, Linkage, Param, Symbol, SymbolKind, Variable};
use crate::types::TypeId;

use super::index::Entity;
use super::text::{Read, unescape_text};
use super::{Reader, words};

/// The line of a `define` or `declare`.
pub(super) struct FunctionHeader<'a> {
    pub linkage: Linkage,
    pub result: TypeId,
    pub params: Vec<Param>,
    /// As written, without `%` and quotes; `None` for those that are numbered implicitly.
    pub param_names: Vec<Option<&'a str>>,
    pub varargs: bool,
    pub debug: Option<MetadataId>,
}

impl<'a> Reader<'a> {
    pub(super) fn symbol_entity(mut self, entity: &Entity<'_>) -> Read<Symbol> {
        let (linkage, kind) = match self.text.peek_word() {
            "define" | "declare" => self.function(entity)?,
            _ => self.global()?,
        };
        Ok(Symbol { name: unescape_text(entity.name), linkage, kind, line: entity.line })
    }

    fn function(&mut self, entity: &Entity<'_>) -> Read<(Linkage, SymbolKind)> {
        let is_definition = self.text.peek_word() == "define";
        let header = self.function_header()?;
        let definition = is_definition.then(|| Definition {
            text: entity.part.clone(),
            line: entity.line,
            debug: header.debug,
            body: OnceCell::new(),
        });
        let FunctionHeader { linkage, result, params, varargs, .. } = header;
        Ok((linkage, SymbolKind::Function(Function { result, params, varargs, definition })))
    }

    /// `define|declare [linkage] … T @name(params) … [!dbg !N] [{]`, to the end of the line.
    pub(super) fn function_header(&mut self) -> Read<FunctionHeader<'a>> {
        self.text.word();
        // Declarations carry their metadata up here.
        while self.text.peek() == b'!' {
            self.attachment()?;
        }
        let mut linkage = Linkage::External;
        while !self.at_type() {
            linkage = words::linkage(self.text.peek_word()).unwrap_or(linkage);
            self.attribute("a type")?;
        }
        let before = self.text;
        let result = self.ty()?;
        if !self.is_result_type(result) {
            return Err(before.fail("no function returns this type"));
        }
        self.text.expect(b'@')?;
        self.text.name()?;
        let mut header = FunctionHeader {
            linkage,
            result,
            params: Vec::new(),
            param_names: Vec::new(),
            varargs: false,
            debug: None,
        };
        self.text.expect(b'(')?;
        self.list(b')', |reader| reader.param(&mut header))?;
        if !self.text.starts_line() {
            header.debug = debug_attachment(self.text.skip_line());
        }
        Ok(header)
    }

    /// `T [attributes] [%name]`, `...`.
    fn param(&mut self, header: &mut FunctionHeader<'a>) -> Read<()> {
        if self.text.eat_ellipsis() {
            header.varargs = true;
            return Ok(());
        }
        if header.varargs {
            return Err(self.text.expected("`)`"));
        }
        let before = self.text;
        let ty = self.ty()?;
        // Some intrinsics take metadata.
        if ty != TypeId::METADATA && !self.is_value_type(ty) {
            return Err(before.fail("no parameter has this type"));
        }
        let attributes = self.param_attributes()?;
        header.params.push(Param { ty, attributes });
        let name = if self.text.eat(b'%') { Some(self.text.name()?) } else { None };
        header.param_names.push(name);
        Ok(())
    }

    /// `@name = [linkage] … global|constant|alias|ifunc …`.
    fn global(&mut self) -> Read<(Linkage, SymbolKind)> {
        self.text.expect(b'@')?;
        self.text.name()?;
        self.text.expect(b'=')?;
        let mut linkage = None;
        let mut declared_only = false;
        let mut thread_local = false;
        loop {
            let word = self.text.peek_word();
            match word {
                "global" | "constant" => {
                    self.text.word();
                    let variable = self.variable(word == "constant", thread_local, declared_only)?;
                    return Ok((linkage.unwrap_or(Linkage::External), SymbolKind::Variable(variable)));
                }
                "alias" | "ifunc" => {
                    return Ok((linkage.unwrap_or(Linkage::External), self.alias()?));
                }
                "external" | "extern_weak" => declared_only = true,
                "thread_local" => thread_local = true,
                _ => {}
            }
            linkage = linkage.or(words::linkage(word));
            self.attribute("`global` or `constant`")?;
        }
    }

    /// The text behind `global` or `constant`: `T [initializer] (, property)*`.
    fn variable(&mut self, constant: bool, thread_local: bool, declared_only: bool) -> Read<Variable> {
        // What is only declared may be of an opaque type.
        let (ty, initializer) = if declared_only {
            (self.ty()?, None)
        } else {
            let (ty, initializer) = self.typed_constant()?;
            (ty, Some(initializer))
        };
        let (mut align, mut section, mut debug) = (0, None, Vec::new());
        while self.text.eat(b',') {
            match self.text.peek_word() {
                "align" => align = self.align_attribute()?,
                "section" => {
                    self.text.word();
                    section = Some(unescape_text(self.text.string()?));
                }
                "" if self.text.peek() == b'!' => {
                    if let ("dbg", Some(node)) = self.attachment()? {
                        debug.push(node);
                    }
                }
                // `comdat`, `partition "…"`, `code_model "…"`, `no_sanitize_address` …
                _ => {
                    self.attribute("a property of the variable")?;
                    if self.text.peek() == b'"' {
                        self.text.string()?;
                    }
                }
            }
        }
        // Attribute groups may follow; they say nothing that we need.
        if self.text.peek() != b'#' && !self.text.at_end() {
            return Err(self.text.expected("the end of the line"));
        }
        Ok(Variable { ty, initializer, constant, thread_local, align, section, debug })
    }

    /// `alias|ifunc T, ptr @target`.
    fn alias(&mut self) -> Read<SymbolKind> {
        let ifunc = self.text.word() == "ifunc";
        self.ty()?;
        self.text.expect(b',')?;
        let (_, target) = self.typed_constant()?;
        Ok(SymbolKind::Alias { target, ifunc })
    }
}

/// The N of ` !dbg !N` in the rest of a function's first line.
fn debug_attachment(rest: &str) -> Option<MetadataId> {
    let digits = rest.rsplit_once("!dbg !")?.1;
    let end = digits.bytes().position(|byte| !byte.is_ascii_digit()).unwrap_or(digits.len());
    digits[..end].parse().ok().map(MetadataId)
}

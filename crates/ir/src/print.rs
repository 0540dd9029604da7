//! Prints a module as LLVM text: what the reader reads back to the same module, and what LLVM accepts.
//!
//! Types are spelled in full, locals are renamed, and what the module does not keep (most attributes, flags, calling
//! conventions, comdats) is gone. Metadata is copied from the original text line by line.

mod body;
mod constant;
mod instruction;
mod name;
mod types;
mod words;

use std::fmt::{self, Write};

use crate::error::ReadError;
use crate::instruction::ParamAttributes;
use crate::module::{Definition, Function, Linkage, Module, Symbol, SymbolId, SymbolKind, Variable};
use crate::types::TypeId;
use name::{escaped, identifier};

/// Reads all bodies, and fails with the first that is unreadable.
pub fn print_module(module: &Module) -> Result<String, ReadError> {
    for index in 0..module.symbols.len() {
        if let Some(Err(error)) = module.body(SymbolId(index as u32)) {
            return Err(error.clone());
        }
    }
    let mut text = String::new();
    Printer { module }.module(&mut text).expect("writing to a string never fails");
    Ok(text)
}

/// Everything that is printed depends on the module: its types and the names of its symbols.
#[derive(Clone, Copy)]
struct Printer<'a> {
    module: &'a Module,
}

impl Printer<'_> {
    fn module(self, f: &mut dyn Write) -> fmt::Result {
        let module = self.module;
        writeln!(f, "source_filename = \"{}\"", escaped(module.source_filename.as_bytes()))?;
        let layout = &module.layout;
        let (i64_bits, i128_bits) = (8 * layout.i64_align, 8 * layout.i128_align);
        writeln!(f, "target datalayout = \"e-i64:{i64_bits}-i128:{i128_bits}\"\n")?;
        writeln!(f, "{} = type opaque\n", types::OPAQUE)?;
        for (index, symbol) in module.symbols.iter().enumerate() {
            self.symbol(f, SymbolId(index as u32), symbol)?;
        }
        writeln!(f)?;
        self.metadata(f)
    }

    /// All lines outside of bodies that are metadata, as they are.
    fn metadata(self, f: &mut dyn Write) -> fmt::Result {
        let bodies = self.module.symbols.iter().filter_map(|symbol| match &symbol.kind {
            SymbolKind::Function(function) => function.definition.as_ref().map(|d| d.text.clone()),
            _ => None,
        });
        let end = self.module.text.len();
        let mut start = 0;
        for body in bodies.chain(std::iter::once(end..end)) {
            let lines = self.module.text[start..body.start].lines().map(str::trim_ascii);
            for line in lines.filter(|line| line.starts_with('!')) {
                writeln!(f, "{line}")?;
            }
            start = body.end;
        }
        Ok(())
    }

    fn symbol(self, f: &mut dyn Write, id: SymbolId, symbol: &Symbol) -> fmt::Result {
        match &symbol.kind {
            SymbolKind::Variable(variable) => self.variable(f, symbol, variable),
            SymbolKind::Function(function) => self.function(f, id, symbol, function),
            SymbolKind::Alias { target, ifunc } => {
                let keyword = if *ifunc { "ifunc" } else { "alias" };
                let target = self.constant(self.module.types.ptr(), target);
                let (name, linkage) = (identifier('@', &symbol.name), linkage(symbol.linkage));
                // The type of the aliasee is not kept; with opaque pointers it is not needed.
                writeln!(f, "{name} = {linkage}{keyword} i8, ptr {target}")
            }
        }
    }

    fn variable(self, f: &mut dyn Write, symbol: &Symbol, variable: &Variable) -> fmt::Result {
        let declared = variable.initializer.is_none() && symbol.linkage == Linkage::External;
        write!(
            f,
            "{} = {}{}{} {}",
            identifier('@', &symbol.name),
            if declared { "external " } else { linkage(symbol.linkage) },
            if variable.thread_local { "thread_local " } else { "" },
            if variable.constant { "constant" } else { "global" },
            self.ty(variable.ty),
        )?;
        if let Some(initializer) = &variable.initializer {
            write!(f, " {}", self.constant(variable.ty, initializer))?;
        }
        if let Some(section) = &variable.section {
            write!(f, ", section \"{}\"", escaped(section.as_bytes()))?;
        }
        write!(f, "{}", align(variable.align))?;
        for debug in &variable.debug {
            write!(f, ", !dbg !{}", debug.0)?;
        }
        writeln!(f)
    }

    fn function(self, f: &mut dyn Write, id: SymbolId, symbol: &Symbol, function: &Function) -> fmt::Result {
        let Some(definition) = &function.definition else {
            write!(f, "declare {}", linkage(symbol.linkage))?;
            self.signature(f, symbol, function, |_| String::new())?;
            return writeln!(f);
        };
        let Some(Ok(body)) = self.module.body(id) else { return Err(fmt::Error) };
        let body = body::BodyPrinter::new(self, body);
        write!(f, "\ndefine {}", linkage(symbol.linkage))?;
        self.signature(f, symbol, function, |parameter| format!(" {}", body.parameter(parameter)))?;
        self.definition(f, definition, &body)
    }

    /// `T @name(T attributes name, …, ...)`.
    fn signature(
        self,
        f: &mut dyn Write,
        symbol: &Symbol,
        function: &Function,
        name: impl Fn(usize) -> String,
    ) -> fmt::Result {
        write!(f, "{} {}(", self.ty(function.result), identifier('@', &symbol.name))?;
        for (index, parameter) in function.params.iter().enumerate() {
            let separator = if index == 0 { "" } else { ", " };
            write!(f, "{separator}{}", self.ty(parameter.ty))?;
            self.attributes(f, &parameter.attributes)?;
            write!(f, "{}", name(index))?;
        }
        let varargs = match (function.varargs, function.params.is_empty()) {
            (false, _) => "",
            (true, true) => "...",
            (true, false) => ", ...",
        };
        write!(f, "{varargs})")
    }

    fn definition(
        self,
        f: &mut dyn Write,
        definition: &Definition,
        body: &body::BodyPrinter<'_>,
    ) -> fmt::Result {
        if body.has_landing_pads() {
            // LLVM insists on some personality; the module does not keep which.
            write!(f, " personality ptr null")?;
        }
        if let Some(debug) = definition.debug {
            write!(f, " !dbg !{}", debug.0)?;
        }
        writeln!(f, " {{")?;
        body.print(f)?;
        writeln!(f, "}}")
    }

    fn attributes(self, f: &mut dyn Write, attributes: &ParamAttributes) -> fmt::Result {
        if let Some(ty) = attributes.byval {
            write!(f, " byval({})", self.ty(ty))?;
        }
        if attributes.sret {
            // The module does not keep of which type.
            write!(f, " sret(i8)")?;
        }
        if attributes.align != 0 {
            write!(f, " align {}", attributes.align)?;
        }
        if attributes.signext {
            write!(f, " signext")?;
        }
        if attributes.zeroext {
            write!(f, " zeroext")?;
        }
        Ok(())
    }

    fn get(self, ty: TypeId) -> crate::types::Type {
        self.module.types.get(ty)
    }
}

/// With a space after it, empty for `external`, which only declared variables spell out.
fn linkage(linkage: Linkage) -> &'static str {
    match linkage {
        Linkage::External => "",
        Linkage::Internal => "internal ",
        Linkage::Weak => "weak ",
        Linkage::Common => "common ",
        Linkage::AvailableExternally => "available_externally ",
        Linkage::ExternWeak => "extern_weak ",
        Linkage::Appending => "appending ",
    }
}

/// `, align N`, or nothing for 0.
fn align(align: u32) -> impl fmt::Display {
    fmt::from_fn(move |f| if align == 0 { Ok(()) } else { write!(f, ", align {align}") })
}

/// Items with `, ` between them.
fn list<T: fmt::Display>(items: impl IntoIterator<Item = T> + Clone) -> impl fmt::Display {
    fmt::from_fn(move |f| {
        for (index, item) in items.clone().into_iter().enumerate() {
            let separator = if index == 0 { "" } else { ", " };
            write!(f, "{separator}{item}")?;
        }
        Ok(())
    })
}

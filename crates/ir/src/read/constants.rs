//! LangRef: "Constants". A constant is read for a type and fits it: later code relies on that.

use std::rc::Rc;

use crate::constant::Constant;
use crate::instruction::{Operand, Value};
use crate::module::SymbolId;
use crate::types::{Type, TypeId};

use super::text::{Cursor, Read, unescape, unescape_text};
use super::{Reader, expressions, literals};

impl Reader<'_> {
    /// A constant of a type that is already read.
    pub(super) fn constant(&mut self, ty: TypeId) -> Read<Constant> {
        let before = self.text;
        match self.text.peek() {
            b'@' => {
                let symbol = self.symbol()?;
                self.fits(before, ty == TypeId::PTR, "an address")?;
                Ok(Constant::Symbol(symbol))
            }
            b'0'..=b'9' | b'-' | b'+' => {
                let literal = self.text.number();
                self.types
                    .with(ty, |ty| literals::number(literal, ty))
                    .map_err(|message| before.fail(message))
            }
            b'[' | b'{' | b'<' => self.nested(|reader| reader.aggregate(ty)),
            b'c' if self.text.byte(1) == b'"' => self.bytes(ty),
            _ => self.constant_word(ty),
        }
    }

    /// `T constant`.
    pub(super) fn typed_constant(&mut self) -> Read<(TypeId, Constant)> {
        let ty = self.value_type()?;
        Ok((ty, self.constant(ty)?))
    }

    /// A constant or a local of a type that is already read.
    #[inline]
    pub(super) fn value(&mut self, ty: TypeId) -> Read<Value> {
        match self.text.peek() {
            b'%' => self.local(ty).map(Value::Local),
            _ => self.constant(ty).map(Value::Constant),
        }
    }

    /// `T value`.
    #[inline]
    pub(super) fn operand(&mut self) -> Read<Operand> {
        let ty = self.value_type()?;
        Ok(Operand { ty, value: self.value(ty)? })
    }

    /// `ptr value`.
    #[inline]
    pub(super) fn pointer(&mut self) -> Read<Value> {
        let before = self.text;
        let ty = self.ty()?;
        if ty != TypeId::PTR {
            return Err(before.expected("a pointer"));
        }
        self.value(ty)
    }

    /// `@name`.
    pub(super) fn symbol(&mut self) -> Read<SymbolId> {
        let before = self.text;
        self.text.expect(b'@')?;
        let name = self.text.name()?;
        self.names
            .symbols
            .get(name)
            .copied()
            .ok_or_else(|| before.fail(format!("the symbol @{name} is not defined")))
    }

    /// LangRef: "Complex Constants": arrays, structures, vectors.
    fn aggregate(&mut self, ty: TypeId) -> Read<Constant> {
        let before = self.text;
        let elements = match self.text.peek() {
            b'[' => self.elements(b'[', b']')?,
            b'{' => self.elements(b'{', b'}')?,
            _ if self.text.byte(1) == b'{' => {
                self.text.expect(b'<')?;
                let elements = self.elements(b'{', b'}')?;
                self.text.expect(b'>')?;
                elements
            }
            _ => self.elements(b'<', b'>')?,
        };
        let bracket = before.peek();
        let fit = match self.types.get(ty) {
            Type::Array(length, element) => bracket == b'[' && all_are(&elements, length, element),
            Type::Vector(length, element) => bracket == b'<' && all_are(&elements, length.into(), element),
            Type::Struct { fields, packed } => {
                bracket == if packed { b'<' } else { b'{' }
                    && fields.iter().eq(elements.iter().map(|(ty, _)| ty))
            }
            _ => false,
        };
        self.fits(before, fit, "the aggregate")?;
        Ok(Constant::Aggregate(elements.into()))
    }

    fn elements(&mut self, open: u8, close: u8) -> Read<Vec<(TypeId, Constant)>> {
        self.text.expect(open)?;
        let mut elements = Vec::new();
        self.list(close, |reader| {
            elements.push(reader.typed_constant()?);
            Ok(())
        })?;
        Ok(elements)
    }

    /// `c"…"`.
    fn bytes(&mut self, ty: TypeId) -> Read<Constant> {
        let before = self.text;
        self.text.eat(b'c');
        let bytes = unescape(self.text.string()?);
        let fit = self.types.get(ty) == Type::Array(bytes.len() as u64, TypeId::I8);
        self.fits(before, fit, "the string")?;
        Ok(Constant::Bytes(bytes.into()))
    }

    /// LangRef: "Simple Constants", "Undefined Values", "Poison Values", and everything else that starts with a word.
    fn constant_word(&mut self, ty: TypeId) -> Read<Constant> {
        let before = self.text;
        let constant = match self.text.peek_word() {
            "null" => {
                self.fits(before, ty == TypeId::PTR, "`null`")?;
                Constant::Null
            }
            word @ ("true" | "false") => {
                self.fits(before, ty == TypeId::I1, "a truth value")?;
                Constant::Int((word == "true").into())
            }
            "undef" => Constant::Undef,
            "poison" => Constant::Poison,
            "zeroinitializer" => Constant::Zero,
            "none" => {
                self.fits(before, ty == TypeId::TOKEN, "`none`")?;
                Constant::Zero
            }
            "splat" => return self.nested(|reader| reader.splat(ty)),
            "blockaddress" => {
                self.fits(before, ty == TypeId::PTR, "an address")?;
                return self.block_address();
            }
            // Both are the function's address wherever there is no control-flow integrity.
            "dso_local_equivalent" | "no_cfi" => {
                self.fits(before, ty == TypeId::PTR, "an address")?;
                self.text.word();
                return Ok(Constant::Symbol(self.symbol()?));
            }
            word if expressions::is_opcode(word) => return self.nested(|reader| reader.expression(ty)),
            _ => return Err(self.text.expected("a value")),
        };
        self.text.word();
        Ok(constant)
    }

    /// `splat (T v)`, from LLVM 20 on.
    fn splat(&mut self, ty: TypeId) -> Read<Constant> {
        let before = self.text;
        self.text.word();
        self.text.expect(b'(')?;
        let element = self.typed_constant()?;
        self.text.expect(b')')?;
        let fit = self.types.with(ty, |ty| matches!(ty, Type::Vector(_, lane) if *lane == element.0));
        self.fits(before, fit, "the splat")?;
        Ok(Constant::Splat(Rc::new(element)))
    }

    /// `blockaddress(@f, %label)`.
    fn block_address(&mut self) -> Read<Constant> {
        self.text.word();
        self.text.expect(b'(')?;
        let function = self.symbol()?;
        self.text.expect(b',')?;
        self.text.expect(b'%')?;
        let label = self.text.name()?;
        self.text.expect(b')')?;
        Ok(Constant::BlockAddress(function, unescape_text(label)))
    }

    /// An error at `place` unless the constant there fits its type.
    pub(super) fn fits(&self, place: Cursor<'_>, fit: bool, what: &str) -> Read<()> {
        if fit { Ok(()) } else { Err(place.fail(format!("{what} does not fit its type"))) }
    }
}

fn all_are(elements: &[(TypeId, Constant)], length: u64, ty: TypeId) -> bool {
    elements.len() as u64 == length && elements.iter().all(|element| element.0 == ty)
}

/// Whether a word may start a constant. Other words between a type and a value are attributes.
pub(super) fn is_constant_word(word: &str) -> bool {
    match word {
        "null" | "true" | "false" | "undef" | "poison" | "zeroinitializer" | "none" | "splat" => true,
        "blockaddress" | "dso_local_equivalent" | "no_cfi" | "c" => true,
        _ => expressions::is_opcode(word),
    }
}

//! LangRef: "Type System". Typed pointers (LLVM 14) read as `ptr`; what they point to is read and forgotten.
//!
//! Named types are read where they are first used. In typed-pointer text they may contain themselves behind a pointer,
//! so two places never look a name up: right before a `*`, and, inside a type's definition, in a function type (which
//! can only be there behind a pointer).

use crate::types::{Type, TypeId};

use super::text::{Failure, Read};
use super::{NESTING_LIMIT, Reader};

/// How many parts the types may have that are written out as one tree.
const NODES_LIMIT: u32 = 1 << 20;

/// What is known of a `%T = type …`.
#[derive(Clone, Debug)]
pub(super) enum NamedType {
    /// Offset of the text behind the word `type`.
    Unread(usize),
    /// Being read: using it now means that it contains itself.
    Reading,
    Read(TypeId),
    /// Remembered, so that every use fails at once.
    Malformed(Failure),
}

impl Reader<'_> {
    /// A type with its suffixes: `T*`, `T addrspace(n)*`, `T (params)`.
    #[inline]
    pub(super) fn ty(&mut self) -> Read<TypeId> {
        let mut ty = self.primary_type()?;
        loop {
            match self.text.peek() {
                b'*' => {
                    self.text.eat(b'*');
                    ty = TypeId::PTR;
                }
                b'(' => ty = self.nested(|reader| reader.function_type(ty))?,
                b'a' if self.text.eat_word("addrspace") => self.text.skip_balanced()?,
                _ => return Ok(ty),
            }
        }
    }

    fn primary_type(&mut self) -> Read<TypeId> {
        match self.text.peek() {
            b'%' => self.named_type(),
            b'[' => self.nested(Self::array_type),
            b'{' => self.nested(|reader| reader.struct_type(false)),
            b'<' if self.text.byte(1) == b'{' => self.nested(Self::packed_struct_type),
            b'<' => self.nested(Self::vector_type),
            _ => self.type_word(),
        }
    }

    fn type_word(&mut self) -> Read<TypeId> {
        let word = self.text.peek_word();
        let ty = match word {
            "ptr" => TypeId::PTR,
            "void" => TypeId::VOID,
            "float" => TypeId::FLOAT,
            "double" => TypeId::DOUBLE,
            "label" => TypeId::LABEL,
            "metadata" => TypeId::METADATA,
            "token" => TypeId::TOKEN,
            "opaque" => TypeId::OPAQUE,
            "x86_fp80" => self.types.intern(Type::Extended),
            "half" | "bfloat" | "fp128" | "ppc_fp128" | "x86_mmx" | "x86_amx" => {
                self.types.intern(Type::Unsupported(word.into()))
            }
            "target" => return self.target_type(),
            _ => match int_width(word) {
                Some(bits @ 1..=0x7f_ffff) => self.types.int(bits),
                Some(_) => return Err(self.text.fail(format!("no integer type has the width of `{word}`"))),
                None => return Err(self.text.expected("a type")),
            },
        };
        self.text.word();
        Ok(ty)
    }

    /// The type of a value.
    #[inline]
    pub(super) fn value_type(&mut self) -> Read<TypeId> {
        let before = self.text;
        let ty = self.ty()?;
        if self.is_value_type(ty) { Ok(ty) } else { Err(before.fail("no value has this type")) }
    }

    /// Whether a type starts here; all other words in front of a type are flags or attributes.
    #[inline]
    pub(super) fn at_type(&self) -> bool {
        match self.text.peek() {
            b'%' | b'[' | b'{' | b'<' => true,
            byte if !byte.is_ascii_lowercase() => false,
            _ => match self.text.peek_word() {
                "ptr" | "void" | "float" | "double" | "label" | "metadata" | "token" | "opaque" => true,
                "half" | "bfloat" | "fp128" | "x86_fp80" | "ppc_fp128" | "x86_mmx" | "x86_amx" => true,
                "target" => true,
                word => int_width(word).is_some(),
            },
        }
    }

    /// `target("name", …)`.
    fn target_type(&mut self) -> Read<TypeId> {
        let start = self.text.offset();
        self.text.word();
        if self.text.peek() != b'(' {
            return Err(self.text.expected("`(`"));
        }
        self.text.skip_balanced()?;
        Ok(self.types.intern(Type::Unsupported(self.text.since(start).into())))
    }

    /// `[N x T]`.
    fn array_type(&mut self) -> Read<TypeId> {
        self.text.expect(b'[')?;
        let length = self.text.unsigned()?;
        self.text.expect_word("x")?;
        let element = self.element_type()?;
        self.text.expect(b']')?;
        self.composite(Type::Array(length, element))
    }

    /// `<N x T>`, `<vscale x N x T>`.
    fn vector_type(&mut self) -> Read<TypeId> {
        let start = self.text.offset();
        self.text.expect(b'<')?;
        let scalable = self.text.eat_word("vscale");
        if scalable {
            self.text.expect_word("x")?;
        }
        let length = self.text.unsigned32()?;
        self.text.expect_word("x")?;
        let before = self.text;
        let element = self.ty()?;
        if length == 0 || !self.is_lane(element) {
            return Err(before.fail("a vector has at least one lane, all integers, floats or pointers"));
        }
        self.text.expect(b'>')?;
        self.composite(match scalable {
            true => Type::Unsupported(self.text.since(start).into()),
            false => Type::Vector(length, element),
        })
    }

    /// `<{ T, … }>`.
    fn packed_struct_type(&mut self) -> Read<TypeId> {
        self.text.expect(b'<')?;
        let ty = self.struct_type(true)?;
        self.text.expect(b'>')?;
        Ok(ty)
    }

    /// `{ T, … }`.
    fn struct_type(&mut self, packed: bool) -> Read<TypeId> {
        self.text.expect(b'{')?;
        let mut fields = Vec::new();
        self.list(b'}', |reader| {
            fields.push(reader.element_type()?);
            Ok(())
        })?;
        self.composite(Type::Struct { fields: fields.into(), packed })
    }

    /// `(T, …, ...)` behind the type of the result.
    fn function_type(&mut self, result: TypeId) -> Read<TypeId> {
        let outer = std::mem::replace(&mut self.in_erased_type, self.in_type_definition);
        self.text.expect(b'(')?;
        let (mut params, mut varargs) = (Vec::new(), false);
        self.list(b')', |reader| {
            varargs = reader.text.eat_ellipsis();
            if varargs {
                return if reader.text.peek() == b')' { Ok(()) } else { Err(reader.text.expected("`)`")) };
            }
            params.push(reader.ty()?);
            Ok(())
        })?;
        self.in_erased_type = outer;
        self.composite(Type::Function { result, params: params.into(), varargs })
    }

    /// Named types let a type grow far beyond its text.
    fn composite(&mut self, ty: Type) -> Read<TypeId> {
        let ty = self.types.intern(ty);
        let extent = self.types.extent(ty);
        if extent.depth > NESTING_LIMIT || extent.nodes > NODES_LIMIT {
            return Err(self.text.fail("the type is too big"));
        }
        Ok(ty)
    }

    /// The type of an element of an array or struct.
    fn element_type(&mut self) -> Read<TypeId> {
        let before = self.text;
        let ty = self.ty()?;
        match ty == TypeId::OPAQUE || self.is_value_type(ty) {
            true => Ok(ty),
            false => Err(before.fail("nothing can contain a value of this type")),
        }
    }

    /// LangRef: "Structure Type", identified: `%name`.
    fn named_type(&mut self) -> Read<TypeId> {
        let before = self.text;
        self.text.eat(b'%');
        let name = self.text.name()?;
        let behind = self.text.peek();
        if behind == b'*' || self.in_erased_type || (behind == b'(' && self.in_type_definition) {
            return Ok(TypeId::OPAQUE);
        }
        let known = self.names.types.borrow().get(name).cloned();
        match known {
            Some(NamedType::Read(ty)) => Ok(ty),
            Some(NamedType::Unread(offset)) => self.nested(|reader| reader.define_named_type(name, offset)),
            Some(NamedType::Malformed(failure)) => Err(Box::new(failure)),
            Some(NamedType::Reading) => Err(before.fail(format!("the type %{name} contains itself"))),
            None => Err(before.fail(format!("the type %{name} is not defined"))),
        }
    }

    /// Reads the type behind `%name = type`, and returns to the position before.
    fn define_named_type(&mut self, name: &str, offset: usize) -> Read<TypeId> {
        let remember = |state| self.names.types.borrow_mut().insert(name.into(), state);
        remember(NamedType::Reading);
        let part = offset..self.module_text.len();
        let mut definition = Reader::new(self.module_text, part, self.types, self.names);
        definition.nesting = self.nesting;
        definition.in_type_definition = true;
        let result = definition.ty();
        remember(match &result {
            Ok(ty) => NamedType::Read(*ty),
            Err(failure) => NamedType::Malformed(Failure::clone(failure)),
        });
        result
    }
}

/// The N of a word `iN`.
fn int_width(word: &str) -> Option<u32> {
    let digits = word.strip_prefix('i')?;
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(digits.parse().unwrap_or(u32::MAX))
}

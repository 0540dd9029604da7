//! How a value of an LLVM type lies in registers and in memory: its scalar parts, in order.

use std::rc::Rc;

use mazurka_ir::module::DataLayout;
use mazurka_ir::{Type, TypeId, Types};

/// What one part of a value is. Only `Wide` and `Extended` take two registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scalar {
    /// 1 to 64 bits.
    Int(u8),
    /// 65 to 128 bits.
    Wide(u8),
    Float,
    Double,
    /// `long double`, 80 bits.
    Extended,
    Ptr,
}

impl Scalar {
    pub(crate) fn bits(self) -> u8 {
        match self {
            Scalar::Int(bits) | Scalar::Wide(bits) => bits,
            Scalar::Float => 32,
            Scalar::Extended => 80,
            Scalar::Double | Scalar::Ptr => 64,
        }
    }

    pub(crate) fn registers(self) -> u16 {
        if matches!(self, Scalar::Wide(_) | Scalar::Extended) { 2 } else { 1 }
    }

    /// Bytes that a store writes.
    pub(crate) fn bytes(self) -> u8 {
        self.bits().div_ceil(8)
    }

    /// The bits of each of its registers.
    pub(crate) fn register_bits(self) -> impl Iterator<Item = u8> {
        let bits = self.bits();
        [bits.min(64), bits.saturating_sub(64)].into_iter().take(self.registers().into())
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Part {
    pub scalar: Scalar,
    /// Its first register, counted from the first of the value.
    pub register: u16,
    /// In bytes from the start of the value.
    pub offset: u64,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Shape {
    pub parts: Vec<Part>,
    pub registers: u16,
    /// Bytes in memory, and their alignment.
    pub size: u64,
    pub align: u64,
    /// A vector whose elements do not begin at whole bytes: the parts' offsets mean nothing.
    pub bit_packed: bool,
}

/// No value that a compiler keeps in registers has more; larger ones are refused rather than unrolled.
const MAX_REGISTERS: u16 = 4096;

impl Shape {
    /// The single part of a scalar type.
    pub(crate) fn scalar(&self) -> Option<Scalar> {
        match self.parts[..] {
            [part] => Some(part.scalar),
            _ => None,
        }
    }

    pub(crate) fn of(types: &Types, layout: &DataLayout, ty: TypeId) -> Result<Rc<Shape>, String> {
        let mut shape = Shape::default();
        if types.get(ty) != Type::Void {
            let whole = layout.of(types, ty).ok_or_else(|| refuse(types, ty))?;
            (shape.size, shape.align) = (whole.size, whole.align);
            shape.add(types, layout, ty, 0)?;
        }
        Ok(Rc::new(shape))
    }

    fn add(&mut self, types: &Types, layout: &DataLayout, ty: TypeId, offset: u64) -> Result<(), String> {
        let scalar = match types.get(ty) {
            Type::Int(bits @ 1..=64) => Scalar::Int(bits as u8),
            Type::Int(bits @ 65..=128) => Scalar::Wide(bits as u8),
            Type::Int(bits @ 129..) => return self.add_words(bits, offset),
            Type::Float => Scalar::Float,
            Type::Double => Scalar::Double,
            Type::Extended => Scalar::Extended,
            Type::Ptr => Scalar::Ptr,
            Type::Array(count, element) => {
                let stride = layout.of(types, element).ok_or_else(|| refuse(types, ty))?.stride();
                return self.add_all(types, layout, element, count, stride, offset);
            }
            Type::Vector(count, element) => {
                let bits = element_bits(types, element).ok_or_else(|| refuse(types, ty))?;
                self.bit_packed |= bits % 8 != 0;
                return self.add_all(types, layout, element, count.into(), u64::from(bits / 8), offset);
            }
            Type::Struct { fields, packed } => {
                let (offsets, _) =
                    layout.structure(types, &fields, packed).ok_or_else(|| refuse(types, ty))?;
                for (&field, at) in fields.iter().zip(offsets) {
                    self.add(types, layout, field, offset + at)?;
                }
                return Ok(());
            }
            _ => return Err(refuse(types, ty)),
        };
        self.push(scalar, offset)
    }

    fn push(&mut self, scalar: Scalar, offset: u64) -> Result<(), String> {
        self.parts.push(Part { scalar, register: self.registers, offset });
        self.registers += scalar.registers();
        if self.registers > MAX_REGISTERS {
            return Err("a value of this size in registers is not supported".into());
        }
        Ok(())
    }

    /// An integer of more than 128 bits is a row of words.
    fn add_words(&mut self, bits: u32, offset: u64) -> Result<(), String> {
        for start in (0..bits).step_by(64) {
            let scalar = Scalar::Int((bits - start).min(64) as u8);
            self.push(scalar, offset + u64::from(start / 8))?;
        }
        Ok(())
    }

    fn add_all(
        &mut self,
        types: &Types,
        layout: &DataLayout,
        element: TypeId,
        count: u64,
        stride: u64,
        offset: u64,
    ) -> Result<(), String> {
        let before = self.registers;
        for i in 0..count {
            self.add(types, layout, element, offset + i * stride)?;
            if self.registers == before {
                // Elements without parts: however many there are, nothing is added.
                break;
            }
        }
        Ok(())
    }
}

fn element_bits(types: &Types, element: TypeId) -> Option<u32> {
    match types.get(element) {
        Type::Int(bits @ ..=128) => Some(bits),
        Type::Float => Some(32),
        Type::Double | Type::Ptr => Some(64),
        _ => None,
    }
}

/// Why values of a type, or its size, are not supported: the part of it that is the reason.
pub(crate) fn refuse(types: &Types, ty: TypeId) -> String {
    let culprit = |ty: TypeId| refuse(types, ty);
    match types.get(ty) {
        Type::Unsupported(text) => format!("the type `{text}` is not supported"),
        Type::Int(bits) => format!("integers of {bits} bits are not supported"),
        Type::Opaque => "an opaque type has no size and no values".into(),
        Type::Array(_, element) | Type::Vector(_, element) if is_refused(types, element) => culprit(element),
        Type::Struct { fields, .. } => match fields.iter().find(|&&field| is_refused(types, field)) {
            Some(&field) => culprit(field),
            None => "a struct of this size is not supported".into(),
        },
        _ => "a value of this type is not supported".into(),
    }
}

fn is_refused(types: &Types, ty: TypeId) -> bool {
    match types.get(ty) {
        Type::Unsupported(_) | Type::Opaque => true,
        Type::Array(_, element) | Type::Vector(_, element) => is_refused(types, element),
        Type::Struct { fields, .. } => fields.iter().any(|&field| is_refused(types, field)),
        _ => false,
    }
}

/// Where an element of an aggregate lies in its registers.
pub(crate) struct Element {
    pub ty: TypeId,
    pub register: u16,
    pub registers: u16,
}

/// LangRef `extractvalue`: follows `indices` into the aggregate type `ty`.
pub(crate) fn element(
    types: &Types,
    layout: &DataLayout,
    ty: TypeId,
    indices: &[u32],
) -> Result<Element, String> {
    let mut at = Element { ty, register: 0, registers: 0 };
    for &index in indices {
        let no_element = || "an index leads out of its aggregate".to_string();
        at.ty = match types.get(at.ty) {
            Type::Struct { fields, .. } => {
                for &before in fields.iter().take(index as usize) {
                    at.register += Shape::of(types, layout, before)?.registers;
                }
                *fields.get(index as usize).ok_or_else(no_element)?
            }
            Type::Array(count, element) if u64::from(index) < count => {
                let each = u32::from(Shape::of(types, layout, element)?.registers);
                at.register += u16::try_from(each * index).map_err(|_| no_element())?;
                element
            }
            _ => return Err(no_element()),
        };
    }
    at.registers = Shape::of(types, layout, at.ty)?.registers;
    Ok(at)
}

//! The addresses of variables, and their initial bytes.

use mazurka_ir::constant::Constant;
use mazurka_ir::{Type, TypeId};

use super::program::{Builder, Word};

/// Unused bytes between variables, so that overruns are detected.
const REDZONE: u64 = 32;

/// Variables one after another, from a base address on.
pub(crate) struct Region {
    base: u64,
    end: u64,
}

impl Region {
    pub(crate) fn new(base: u64) -> Region {
        Region { base, end: base }
    }

    /// The first byte behind everything.
    pub(crate) fn end(&self) -> u64 {
        self.end
    }

    /// `None` when the region is full.
    pub(crate) fn place(&mut self, size: u64, align: u64) -> Option<u64> {
        // Large arrays are overrun by larger strides.
        let redzone = REDZONE.max(size / 16).min(4096);
        let first = if self.end == self.base { self.base } else { self.end.checked_add(redzone)? };
        let address = first.checked_next_multiple_of(align.max(1))?;
        let end = address.checked_add(size)?;
        if end - self.base >= u64::from(u32::MAX) - 4096 {
            return None;
        }
        self.end = end;
        Some(address)
    }
}

impl Builder<'_> {
    /// The bytes of a constant in memory, without the zeros at its end.
    pub(crate) fn image(
        &mut self,
        module: usize,
        ty: TypeId,
        constant: &Constant,
    ) -> Result<Vec<u8>, String> {
        let mut image = Vec::new();
        self.write_image(module, ty, constant, 0, &mut image)?;
        let used = image.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
        image.truncate(used);
        Ok(image)
    }

    fn write_image(
        &mut self,
        module: usize,
        ty: TypeId,
        constant: &Constant,
        offset: u64,
        image: &mut Vec<u8>,
    ) -> Result<(), String> {
        let m = self.module(module);
        match constant {
            Constant::Zero | Constant::Null | Constant::Undef | Constant::Poison => Ok(()),
            Constant::Bytes(bytes) => {
                write(image, offset, bytes);
                Ok(())
            }
            Constant::Aggregate(elements) => match m.types.get(ty) {
                Type::Array(_, element) => {
                    let stride = m.layout.of(&m.types, element).ok_or("an element has no size")?.stride();
                    for (i, (ty, element)) in elements.iter().enumerate() {
                        self.write_image(module, *ty, element, offset + i as u64 * stride, image)?;
                    }
                    Ok(())
                }
                Type::Struct { fields, packed } => {
                    let (offsets, _) =
                        m.layout.structure(&m.types, &fields, packed).ok_or("a field has no size")?;
                    for ((ty, element), at) in elements.iter().zip(offsets) {
                        self.write_image(module, *ty, element, offset + at, image)?;
                    }
                    Ok(())
                }
                _ => self.write_value(module, ty, constant, offset, image),
            },
            _ => self.write_value(module, ty, constant, offset, image),
        }
    }

    /// A scalar or a vector.
    fn write_value(
        &mut self,
        module: usize,
        ty: TypeId,
        constant: &Constant,
        offset: u64,
        image: &mut Vec<u8>,
    ) -> Result<(), String> {
        let shape = self.shape(module, ty)?;
        let mut words = Vec::new();
        for word in self.words(module, ty, constant)? {
            let Word::Bits(bits) = word else {
                return Err("the address of a thread-local variable is not a constant".into());
            };
            words.push(bits);
        }
        if shape.bit_packed {
            let mut bytes = vec![0; shape.size as usize];
            let mut at = 0;
            for part in &shape.parts {
                for i in 0..part.scalar.bits() {
                    let word = words[usize::from(part.register + u16::from(i / 64))];
                    bytes[at / 8] |= ((word >> (i % 64) & 1) as u8) << (at % 8);
                    at += 1;
                }
            }
            write(image, offset, &bytes);
            return Ok(());
        }
        for part in &shape.parts {
            let low = words[part.register as usize];
            let high = if part.scalar.registers() == 2 { words[part.register as usize + 1] } else { 0 };
            let bytes = (u128::from(high) << 64 | u128::from(low)).to_le_bytes();
            write(image, offset + part.offset, &bytes[..part.scalar.bytes() as usize]);
        }
        Ok(())
    }
}

fn write(image: &mut Vec<u8>, offset: u64, bytes: &[u8]) {
    let (start, end) = (offset as usize, offset as usize + bytes.len());
    if bytes.iter().all(|&byte| byte == 0) && start >= image.len() {
        return;
    }
    if image.len() < end {
        image.resize(end, 0);
    }
    image[start..end].copy_from_slice(bytes);
}

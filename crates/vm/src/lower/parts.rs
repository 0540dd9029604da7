//! How the parts of variables are called, from debug info.

use std::sync::Arc;

use mazurka_ir::debug::{DebugInfo, DebugType, MetadataId, RecordKind};

use super::program::Builder;
use crate::program::{Member, Parts};

/// Records nest a few levels deep; a longer chain is cyclic.
const DEEPEST: u32 = 20;

impl Builder<'_> {
    /// The parts of a variable of this type, as far as the debug info describes them.
    pub fn parts(&mut self, debug: &DebugInfo, ty: Option<MetadataId>) -> Parts {
        self.parts_below(debug, ty, DEEPEST)
    }

    fn parts_below(&mut self, debug: &DebugInfo, ty: Option<MetadataId>, depth: u32) -> Parts {
        let Some(ty) = ty.and_then(|id| debug.debug_type(id)).filter(|_| depth > 0) else {
            return Parts::None;
        };
        match &*ty {
            DebugType::Qualified { of, .. } => self.parts_below(debug, *of, depth - 1),
            DebugType::Record { kind: RecordKind::Struct, members, .. } => {
                let mut parts = Vec::new();
                for member in members {
                    // Names that begin so are the implementation's: to the program, the record is one thing.
                    let Some(name) = member.name.as_ref().filter(|name| !name.starts_with('_')) else {
                        continue;
                    };
                    parts.push(Member {
                        name: self.string(name),
                        offset: member.bit_offset / 8,
                        parts: self.parts_below(debug, member.ty, depth - 1),
                    });
                }
                Parts::Members(parts.into())
            }
            DebugType::Array { element, counts, vector: false } => {
                let mut parts = self.parts_below(debug, *element, depth - 1);
                let Some(mut size) = element.and_then(|element| size(debug, element)) else {
                    return Parts::None;
                };
                for count in counts.iter().rev() {
                    parts = Parts::Elements { size, parts: Arc::new(parts) };
                    size = size.saturating_mul(count.unwrap_or(0));
                }
                parts
            }
            _ => Parts::None,
        }
    }
}

/// Bytes of a type; `None` when that is not described, or zero.
fn size(debug: &DebugInfo, mut ty: MetadataId) -> Option<u64> {
    for _ in 0..DEEPEST {
        match &*debug.debug_type(ty)? {
            DebugType::Base { bits, .. }
            | DebugType::Pointer { bits, .. }
            | DebugType::Record { bits, .. }
            | DebugType::Enum { bits, .. } => return Some(bits / 8).filter(|bytes| *bytes > 0),
            DebugType::Qualified { of, .. } => ty = (*of)?,
            DebugType::Array { .. } | DebugType::Function { .. } => return None,
        }
    }
    None
}

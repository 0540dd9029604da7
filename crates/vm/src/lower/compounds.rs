//! Which of Rust's types are shown as more than their members, by debug info.

use mazurka_ir::debug::{self, MetadataId};

use super::program::Builder;
use crate::program::{Member, Parts, TypeNumber};
use crate::values::{Compound, ScalarKind, Variant};

/// Types of the standard library that only wrap a member, and its name.
const WRAPPERS: [(&str, &str); 14] = [
    ("ArcInner<", "data"),
    ("RcInner<", "value"),
    ("RcBox<", "value"),
    ("UnsafeCell<", "value"),
    ("SyncUnsafeCell<", "value"),
    ("Cell<", "value"),
    ("RefCell<", "value"),
    ("ManuallyDrop<", "value"),
    ("MaybeDangling<", "0"),
    ("Atomic", "v"),
    ("NonNull<", "pointer"),
    ("Unique<", "pointer"),
    ("Arc<", "ptr"),
    ("Rc<", "ptr"),
];

/// Takes the name from the member that a record of this name wraps.
pub(super) fn unwrap(record: &str, members: &mut [Member]) {
    let is_wrapper = |(start, _): &&(&str, &str)| record.starts_with(start);
    let Some((_, wrapped)) = WRAPPERS.iter().find(is_wrapper) else { return };
    if let Some(member) = members.iter_mut().find(|member| *member.name == **wrapped) {
        member.name = "".into();
    }
}

impl Builder<'_> {
    pub(super) fn one_of(
        &mut self,
        module: usize,
        variants: &debug::Variants,
        depth: u32,
    ) -> Option<Compound> {
        let discriminator = match &variants.discriminator {
            Some(member) => match self.parts_below(module, member.ty, depth - 1) {
                Parts::Scalar(scalar) => Some((member.bit_offset / 8, scalar)),
                _ => return None,
            },
            None => None,
        };
        let mut all = Vec::new();
        for debug::Variant { value, member } in &variants.all {
            let name = self.string(member.name.as_ref()?);
            let members = self.parts_below(module, member.ty, depth - 1);
            all.push(Variant { value: *value, name, members });
        }
        Some(Compound::OneOf { discriminator, variants: all.into() })
    }

    /// What a string, a vector or a slice is.
    pub(super) fn list(
        &mut self,
        module: usize,
        name: &str,
        parameter: Option<MetadataId>,
        members: &[Member],
    ) -> Option<Compound> {
        let member = |name: &str| members.iter().find(|member| *member.name == *name);
        // `&str`, `&mut str` and `Box<str>`; `&[T]` and the like.
        if let (Some(data), Some(length), 2) = (member("data_ptr"), member("length"), members.len()) {
            let (address, length) = (data.offset, length.offset);
            if name.ends_with("str") || name.contains("::Box<str") {
                return Some(Compound::Text { address, length });
            }
            let (_, of) = first_pointer(&data.parts)?;
            return name.contains('[').then_some(Compound::List { address, length, of: of? });
        }
        if let ("String", [Member { name, parts: Parts::Members { compound: Some(vec), .. }, .. }]) =
            (name, members)
            && let ("vec", Compound::List { address, length, .. }) = (&**name, &**vec)
        {
            return Some(Compound::Text { address: *address, length: *length });
        }
        if let (Some(buffer), Some(length), true) = (member("buf"), member("len"), name.starts_with("Vec<")) {
            let (at, _) = first_pointer(&buffer.parts)?;
            let (address, length) = (buffer.offset + at, length.offset);
            return Some(Compound::List { address, length, of: self.pointee(module, parameter?)? });
        }
        None
    }
}

/// Where in it the first pointer is, and what it points to.
fn first_pointer(parts: &Parts) -> Option<(u64, Option<TypeNumber>)> {
    let mut found = None;
    parts.scalars_in(0..u64::from(u16::MAX), &mut |_, at, scalar| {
        if let ScalarKind::Pointer(to) = scalar.kind {
            found.get_or_insert((at, to));
        }
    });
    found
}

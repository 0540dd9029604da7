//! Source-level types, as far as printing a value needs them (DIBasicType, DIDerivedType, DICompositeType,
//! DISubroutineType).
//!
//! A type refers to others by id, so that recursive types need no care here; code that follows the ids has to stop
//! at pointers or bound the depth.

use std::rc::Rc;

use super::node::{Node, Value};
use super::{DebugInfo, MetadataId};

/// A source-level type; `None` in place of another type means `void`, or a type that is not described.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DebugType {
    Base {
        name: Rc<str>,
        encoding: Encoding,
        bits: u64,
    },
    /// Pointers, and references of C++.
    Pointer {
        to: Option<MetadataId>,
        bits: u64,
    },
    /// `typedef`, `const` and the like around another type.
    Qualified {
        qualifier: Qualifier,
        of: Option<MetadataId>,
    },
    Record {
        kind: RecordKind,
        name: Option<Rc<str>>,
        bits: u64,
        members: Vec<Member>,
        /// The first type that it is generic over, of Rust's types: what a `Vec` has.
        parameter: Option<MetadataId>,
        /// Of an enum of Rust's: what it is one of.
        variants: Option<Box<Variants>>,
    },
    /// One count per dimension; `None` where the program decides (VLAs) or nothing does (flexible members).
    Array {
        element: Option<MetadataId>,
        counts: Vec<Option<u64>>,
        vector: bool,
    },
    Enum {
        name: Option<Rc<str>>,
        bits: u64,
        base: Option<MetadataId>,
        enumerators: Vec<Enumerator>,
    },
    Function {
        result: Option<MetadataId>,
        params: Vec<Option<MetadataId>>,
    },
}

/// How the bits of a base type are to be read (DWARF: `DW_ATE_…`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    Boolean,
    Signed,
    Unsigned,
    SignedChar,
    UnsignedChar,
    /// A Unicode character.
    Utf,
    Float,
    Other,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Qualifier {
    Typedef(Rc<str>),
    Const,
    Volatile,
    Atomic,
    Restrict,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordKind {
    /// `struct` and `class`.
    Struct,
    Union,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// `None` for anonymous members and base classes.
    pub name: Option<Rc<str>>,
    pub ty: Option<MetadataId>,
    /// From the start of the record.
    pub bit_offset: u64,
    /// 0 where only the member's type says it.
    pub bits: u64,
    pub bit_field: bool,
}

/// What an enum of Rust's consists of (DWARF: `DW_TAG_variant_part`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variants {
    /// Which of them there is; `None` if there is only one.
    pub discriminator: Option<Member>,
    pub all: Vec<Variant>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variant {
    /// Of the discriminator; `None` for the one that is meant by all other values.
    pub value: Option<i128>,
    /// A record with the members of the variant.
    pub member: Member,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Enumerator {
    pub name: Rc<str>,
    pub value: i128,
}

impl DebugInfo {
    /// The type behind the id found in a variable or in another type.
    pub fn debug_type(&self, id: MetadataId) -> Option<Rc<DebugType>> {
        self.cached(id, |cache| &mut cache.types, || self.parse_type(id))
    }

    fn parse_type(&self, id: MetadataId) -> Option<DebugType> {
        let node = self.node(id)?;
        match node.kind {
            "DIBasicType" => Some(DebugType::Base {
                name: node.string("name").unwrap_or_default(),
                encoding: encoding(node.word("encoding").unwrap_or_default()),
                bits: node.number("size"),
            }),
            "DIDerivedType" => derived(&node),
            "DICompositeType" => self.composite(&node),
            "DISubroutineType" => Some(self.function(&node)),
            _ => None,
        }
    }

    fn composite(&self, node: &Node<'_>) -> Option<DebugType> {
        let record = |kind| DebugType::Record {
            kind,
            name: node.string("name"),
            bits: node.number("size"),
            members: self.elements(node).filter_map(|element| member(&element)).collect(),
            parameter: self.parameter(node),
            variants: self.elements(node).find_map(|element| self.variants(&element)),
        };
        Some(match node.word("tag")? {
            "DW_TAG_structure_type" | "DW_TAG_class_type" => record(RecordKind::Struct),
            "DW_TAG_union_type" => record(RecordKind::Union),
            "DW_TAG_array_type" => DebugType::Array {
                element: node.node("baseType"),
                counts: self.elements(node).filter(|e| e.kind == "DISubrange").map(|e| count(&e)).collect(),
                vector: node.has_flag("DIFlagVector"),
            },
            "DW_TAG_enumeration_type" => DebugType::Enum {
                name: node.string("name"),
                bits: node.number("size"),
                base: node.node("baseType"),
                enumerators: self.elements(node).filter_map(|element| enumerator(&element)).collect(),
            },
            _ => return None,
        })
    }

    /// The first of `templateParams: !N` that is a type.
    fn parameter(&self, node: &Node<'_>) -> Option<MetadataId> {
        let tuple = self.node(node.node("templateParams")?)?;
        let parameters = tuple.elements().filter_map(Value::as_node).filter_map(|id| self.node(id));
        parameters.filter(|node| node.kind == "DITemplateTypeParameter").find_map(|node| node.node("type"))
    }

    fn variants(&self, node: &Node<'_>) -> Option<Box<Variants>> {
        if node.word("tag")? != "DW_TAG_variant_part" {
            return None;
        }
        let discriminator =
            node.node("discriminator").and_then(|id| self.node(id)).and_then(|node| member(&node));
        let variant = |node: Node| Some(Variant { value: node.int("extraData"), member: member(&node)? });
        Some(Box::new(Variants { discriminator, all: self.elements(node).filter_map(variant).collect() }))
    }

    /// `types: !N` is a tuple of the result and the parameters.
    fn function(&self, node: &Node<'_>) -> DebugType {
        let types = node.node("types").and_then(|id| self.node(id));
        let mut types = types.iter().flat_map(Node::elements).map(Value::as_node);
        DebugType::Function { result: types.next().flatten(), params: types.collect() }
    }

    /// The nodes of the tuple behind `elements: !N`.
    fn elements(&self, node: &Node<'_>) -> impl Iterator<Item = Node<'_>> {
        let tuple = node.node("elements").and_then(|id| self.node(id));
        let ids: Vec<_> = tuple.iter().flat_map(Node::elements).filter_map(Value::as_node).collect();
        ids.into_iter().filter_map(|id| self.node(id))
    }
}

fn derived(node: &Node<'_>) -> Option<DebugType> {
    let base = node.node("baseType");
    let qualified = |qualifier| DebugType::Qualified { qualifier, of: base };
    Some(match node.word("tag")? {
        "DW_TAG_pointer_type"
        | "DW_TAG_reference_type"
        | "DW_TAG_rvalue_reference_type"
        | "DW_TAG_ptr_to_member_type" => DebugType::Pointer { to: base, bits: node.number("size") },
        "DW_TAG_typedef" => qualified(Qualifier::Typedef(node.string("name")?)),
        "DW_TAG_const_type" => qualified(Qualifier::Const),
        "DW_TAG_volatile_type" => qualified(Qualifier::Volatile),
        "DW_TAG_atomic_type" => qualified(Qualifier::Atomic),
        "DW_TAG_restrict_type" => qualified(Qualifier::Restrict),
        _ => return None,
    })
}

/// A member that occupies bits of its record: static members do not.
fn member(node: &Node<'_>) -> Option<Member> {
    let tag = node.word("tag")?;
    if !matches!(tag, "DW_TAG_member" | "DW_TAG_inheritance") || node.has_flag("DIFlagStaticMember") {
        return None;
    }
    Some(Member {
        name: node.string("name"),
        ty: node.node("baseType"),
        bit_offset: node.number("offset"),
        bits: node.number("size"),
        bit_field: node.has_flag("DIFlagBitField"),
    })
}

/// In clang's output a flexible array member has the count -1, and a VLA's count is a variable.
fn count(subrange: &Node<'_>) -> Option<u64> {
    subrange.int("count")?.try_into().ok()
}

fn enumerator(node: &Node<'_>) -> Option<Enumerator> {
    Some(Enumerator { name: node.string("name")?, value: node.int("value")? })
}

fn encoding(word: &str) -> Encoding {
    match word {
        "DW_ATE_boolean" => Encoding::Boolean,
        "DW_ATE_signed" => Encoding::Signed,
        "DW_ATE_unsigned" => Encoding::Unsigned,
        "DW_ATE_signed_char" => Encoding::SignedChar,
        "DW_ATE_unsigned_char" => Encoding::UnsignedChar,
        "DW_ATE_UTF" => Encoding::Utf,
        "DW_ATE_float" => Encoding::Float,
        _ => Encoding::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TYPES: &str = r#"
!1 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!2 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !9, size: 64)
!3 = !DIDerivedType(tag: DW_TAG_typedef, name: "node_t", file: !3, line: 3, baseType: !9)
!4 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !1)
!5 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!9 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "node", size: 96, elements: !10)
!10 = !{!11, !12, !13, null, !1, !99}
!11 = !DIDerivedType(tag: DW_TAG_member, name: "a", baseType: !1, size: 3, flags: DIFlagBitField, extraData: i64 0)
!12 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !9, baseType: !2, size: 64, offset: 32)
!13 = !DIDerivedType(tag: DW_TAG_member, name: "shared", baseType: !1, flags: DIFlagPublic | DIFlagStaticMember)
!20 = !DICompositeType(tag: DW_TAG_array_type, baseType: !1, size: 256, elements: !21)
!21 = !{!22, !23, !24, !25}
!22 = !DISubrange(count: 4)
!23 = !DISubrange(count: -1)
!24 = !DISubrange(count: !30)
!25 = !DISubrange(count: i64 2, lowerBound: i64 0)
!26 = !DICompositeType(tag: DW_TAG_array_type, baseType: !1, size: 128, flags: DIFlagVector, elements: !27)
!27 = !{!22}
!31 = !DICompositeType(tag: DW_TAG_enumeration_type, scope: !9, baseType: !1, size: 32, elements: !32)
!32 = !{!33, !34}
!33 = !DIEnumerator(name: "RED", value: 0)
!34 = !DIEnumerator(name: "GREEN", value: -5)
!40 = !DISubroutineType(types: !41)
!41 = !{null, !1, !2}
!42 = !DICompositeType(tag: DW_TAG_union_type, size: 64)
!50 = !DICompositeType(tag: DW_TAG_structure_type, name: "Option<i32>", size: 64, elements: !51, templateParams: !58)
!51 = !{!52}
!52 = !DICompositeType(tag: DW_TAG_variant_part, scope: !50, size: 64, elements: !53, discriminator: !57)
!53 = !{!54, !55}
!54 = !DIDerivedType(tag: DW_TAG_member, name: "None", scope: !52, baseType: !9, size: 64, extraData: i32 0)
!55 = !DIDerivedType(tag: DW_TAG_member, name: "Some", scope: !52, baseType: !9, size: 64)
!57 = !DIDerivedType(tag: DW_TAG_member, scope: !50, baseType: !1, size: 32, flags: DIFlagArtificial)
!58 = !{!59, !60}
!59 = !DITemplateValueParameter(name: "N", type: !2, value: i64 3)
!60 = !DITemplateTypeParameter(name: "T", type: !1)
"#;

    fn get(id: u32) -> DebugType {
        DebugInfo::of_lines(TYPES).debug_type(MetadataId(id)).unwrap().as_ref().clone()
    }

    #[test]
    fn base_pointer_and_qualifiers() {
        let int = DebugType::Base { name: "int".into(), encoding: Encoding::Signed, bits: 32 };
        assert_eq!(get(1), int);
        assert_eq!(get(2), DebugType::Pointer { to: Some(MetadataId(9)), bits: 64 });
        assert_eq!(get(5), DebugType::Pointer { to: None, bits: 64 });
        let typedef = Qualifier::Typedef("node_t".into());
        assert_eq!(get(3), DebugType::Qualified { qualifier: typedef, of: Some(MetadataId(9)) });
        assert_eq!(get(4), DebugType::Qualified { qualifier: Qualifier::Atomic, of: Some(MetadataId(1)) });
    }

    #[test]
    fn records_have_members_that_occupy_bits() {
        let member = |name: &str, ty, bit_offset, bits, bit_field| Member {
            name: Some(name.into()),
            ty: Some(MetadataId(ty)),
            bit_offset,
            bits,
            bit_field,
        };
        let members = vec![member("a", 1, 0, 3, true), member("next", 2, 32, 64, false)];
        let name = Some("node".into());
        let (kind, parameter, variants) = (RecordKind::Struct, None, None);
        assert_eq!(get(9), DebugType::Record { kind, name, bits: 96, members, parameter, variants });
        let (kind, variants) = (RecordKind::Union, None);
        let union = DebugType::Record { kind, name: None, bits: 64, members: vec![], parameter, variants };
        assert_eq!(get(42), union);
    }

    #[test]
    fn enums_of_rust_have_variants() {
        let DebugType::Record { members, parameter, variants: Some(variants), .. } = get(50) else {
            panic!("{:?}", get(50));
        };
        assert_eq!((members, parameter), (vec![], Some(MetadataId(1))));
        let discriminator = variants.discriminator.unwrap();
        assert_eq!((discriminator.ty, discriminator.bits), (Some(MetadataId(1)), 32));
        let all: Vec<_> = variants.all.iter().map(|each| (each.value, each.member.name.as_deref())).collect();
        assert_eq!(all, [(Some(0), Some("None")), (None, Some("Some"))]);
    }

    #[test]
    fn arrays_and_vectors() {
        let element = Some(MetadataId(1));
        let counts = vec![Some(4), None, None, Some(2)];
        assert_eq!(get(20), DebugType::Array { element, counts, vector: false });
        assert_eq!(get(26), DebugType::Array { element, counts: vec![Some(4)], vector: true });
    }

    #[test]
    fn enums_and_functions() {
        let enumerator = |name: &str, value| Enumerator { name: name.into(), value };
        let enumerators = vec![enumerator("RED", 0), enumerator("GREEN", -5)];
        assert_eq!(get(31), DebugType::Enum { name: None, bits: 32, base: Some(MetadataId(1)), enumerators });
        let params = vec![Some(MetadataId(1)), Some(MetadataId(2))];
        assert_eq!(get(40), DebugType::Function { result: None, params });
    }

    #[test]
    fn what_is_no_type_is_none() {
        let debug = DebugInfo::of_lines(TYPES);
        for id in [10, 11, 22, 33, 99] {
            assert_eq!(debug.debug_type(MetadataId(id)), None, "{id}");
        }
    }
}

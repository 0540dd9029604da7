//! LangRef: "Parameter Attributes": the few that are kept, and that no other one disturbs.

use mazurka_ir::instruction::ParamAttributes;
use mazurka_ir::module::SymbolKind;
use mazurka_ir::types::TypeId;

use super::module;

/// The attributes of the only parameter of a declaration.
fn of(text: &str) -> ParamAttributes {
    let module = module(&format!("declare void @f(ptr {text})\n"));
    let SymbolKind::Function(function) = &module.symbols[0].kind else { unreachable!() };
    function.params[0].attributes
}

#[test]
fn those_that_change_execution_are_kept() {
    assert_eq!(
        of("byval(i64) align 8"),
        ParamAttributes { byval: Some(TypeId::I64), align: 8, ..Default::default() }
    );
    assert_eq!(of("sret(i64) align(16)"), ParamAttributes { sret: true, align: 16, ..Default::default() });
    assert_eq!(of("noundef signext"), ParamAttributes { signext: true, ..Default::default() });
    assert_eq!(of("zeroext %x"), ParamAttributes { zeroext: true, ..Default::default() });
}

#[test]
fn those_of_every_version_are_skipped() {
    for text in [
        "",
        "noalias nocapture readonly",
        "dereferenceable(8) dereferenceable_or_null(16) nonnull",
        "captures(none)",
        "captures(address, read_provenance) dead_on_return",
        "initializes((0, 8), (16, 24)) writable dead_on_unwind",
        "nofpclass(nan inf) range(i32 -5, 10)",
        "elementtype(i32) inalloca(i8) preallocated({ i8, [2 x i8] })",
        "\"key\" \"other\"=\"value (\"",
        "allocptr allocalign some_future_attribute(with [\"nested\" {}])",
    ] {
        assert_eq!(of(text), ParamAttributes::default(), "{text}");
    }
}

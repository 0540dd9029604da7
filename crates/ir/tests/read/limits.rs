//! Hostile texts end in an error, soon: no overflow of the stack, no explosion of time or memory.

use super::*;

const MANY: usize = 100_000;

#[test]
fn types_nest_to_a_limit() {
    let nested =
        |depth: usize| format!("@x = external global {}i8{}\n", "{".repeat(depth), "}".repeat(depth));
    module(&nested(199));
    assert_eq!(error(&nested(MANY)), "test.ll:1:222: nested deeper than 200 levels");
    let arrays = format!("@x = external global {}i8", "[1 x ".repeat(MANY));
    assert_eq!(error(&arrays), "test.ll:1:1022: nested deeper than 200 levels");
    let functions = format!("@x = external global void {}\n", "()".repeat(MANY));
    assert_eq!(error(&functions), "test.ll:1:427: the type is too big");
    module(&format!("@x = external global i8{}\n", "*".repeat(MANY)));
}

#[test]
fn constants_nest_to_a_limit() {
    let text = format!("@x = global i64 {}\n", "add (i64 1, i64 ".repeat(MANY));
    assert_eq!(error(&text), "test.ll:1:3217: nested deeper than 200 levels");
}

#[test]
fn named_types_cannot_nest_deeper() {
    let definition = |i: usize| format!("%t{i} = type {{ %t{} }}\n", i + 1);
    let chain: String = (0..MANY).map(definition).collect();
    let text = format!("{chain}%t{MANY} = type {{ i8 }}\n@x = external global %t0\n");
    assert!(error(&text).ends_with("nested deeper than 200 levels"));
    // Backwards, every type is read when all it contains is known.
    let variables: String = (0..=MANY).rev().map(|i| format!("@x{i} = external global %t{i}\n")).collect();
    assert!(error(&format!("{chain}%t{MANY} = type {{ i8 }}\n{variables}")).ends_with("the type is too big"));
}

#[test]
fn types_cannot_double_forever() {
    let doubling: String = (0..60).map(|i| format!("%t{i} = type {{ %t{0}, %t{0} }}\n", i + 1)).collect();
    let text = format!("{doubling}%t60 = type {{ i8, i8 }}\n@x = external global %t0\n");
    assert!(error(&text).ends_with("the type is too big"));
}

#[test]
fn a_malformed_type_is_read_once() {
    let fields = "i8, ".repeat(MANY);
    let functions: String =
        (0..1000).map(|i| format!("define void @f{i}() {{\n  %x = alloca %t\n  ret void\n}}\n")).collect();
    let module = module(&format!("%t = type {{ {fields} oops }}\n{functions}"));
    for index in 0..1000 {
        let error = module.body(SymbolId(index)).unwrap().unwrap_err();
        assert_eq!(error.to_string(), "test.ll:1:400014: expected a type, found `oops`");
    }
}

#[test]
fn numbers_allocate_nothing() {
    let (_, body) = lines(
        "  %4000000000 = alloca [18446744073709551615 x i8]\n  br label %4294967295\n4294967295:\n  ret void",
    );
    assert_eq!(body.local_types.len(), RESULT.0 as usize + 1);
    let shuffle =
        "  %x = shufflevector <4 x i32> %v, <4 x i32> %v, <4294967295 x i32> zeroinitializer\n  ret void";
    assert_eq!(body_error(shuffle), "1:50: unsupported shuffle mask");
}

#[test]
fn brackets_that_are_never_closed() {
    let text = format!("@x = global i8 0, !dbg !{}\n", "{".repeat(MANY));
    assert_eq!(error(&text), "test.ll:1:25: the bracket is not closed");
    let attributes = format!("declare void @f(i8 range{})\n", "(".repeat(MANY));
    assert_eq!(error(&attributes), "test.ll:1:25: the bracket is not closed");
}

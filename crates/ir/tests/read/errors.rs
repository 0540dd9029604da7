//! What is wrong with a body is said with line, column and reason, and only of that function.

use super::*;

#[test]
fn instructions_that_cannot_be_executed() {
    assert_eq!(
        body_error("  callbr void @void() to label %a []\na:\n  ret void"),
        "1:10: unsupported: `callbr` of something else than inline assembly"
    );
    assert_eq!(body_error("  %x = catchswitch within none"), "1:8: unsupported instruction `catchswitch`");
    assert_eq!(body_error("  %x = 5"), "1:8: unsupported instruction `5`");
    assert_eq!(body_error("  %x = @g"), "1:8: expected an instruction, found `@g`");
    assert_eq!(body_error("  fence seq_cst"), "2:1: expected an instruction, found the end");
}

#[test]
fn only_the_function_with_the_error_is_refused() {
    let text = "define void @good() {\n  ret void\n}\n\ndefine void @f() {\n  frobnicate\n}\n";
    assert_eq!(error(text), "test.ll:6:3: unsupported instruction `frobnicate`");
    body(&module(text), "good");
}

#[test]
fn names_that_are_not_defined() {
    assert_eq!(body_error("  ret i32 %x"), "1:7: the returned value does not fit its type");
    assert_eq!(body_error("  %y = add i32 %x, 1\n  ret void"), "1:16: the value %x is not defined");
    assert_eq!(body_error("  br label %x"), "1:12: the label %x is not defined");
    assert_eq!(body_error("  call void @nobody()\n  ret void"), "1:13: the symbol @nobody is not defined");
}

#[test]
fn names_that_are_defined_twice() {
    let twice = "  %x = add i32 1, 1\n  %x = add i32 1, 1\n  ret void";
    assert_eq!(body_error(twice), "2:3: the value %x is defined twice");
    assert_eq!(
        body_error("  br label %x\nx:\n  ret void\nx:\n  ret void"),
        "4:1: the label %x is defined twice"
    );
    assert_eq!(body_error("  %a = add i32 1, 1\n  ret void"), "1:3: the value %a is defined twice");
}

#[test]
fn a_value_has_one_type() {
    let different = "the value is used with two different types";
    assert_eq!(body_error("  %x = add i64 %a, 1\n  ret void"), format!("1:16: {different}"));
    let later = "  br label %b\nb:\n  %x = add i64 %y, 1\n  %y = add i32 1, 1\n  ret void";
    assert_eq!(body_error(later), format!("4:3: {different}"));
}

#[test]
fn operands_must_fit_their_operations() {
    let of = |line: &str| body_error(&format!("  {line}\n  ret void"));
    assert_eq!(of("%x = add float %f, %f"), "1:12: expected an integer type, found `float`");
    assert_eq!(of("%x = fadd i32 %a, %b"), "1:13: expected a floating-point type, found `i32`");
    assert_eq!(of("%x = icmp eq float %f, %f"), "1:16: expected an integer type, found `float`");
    assert_eq!(of("%x = icmp oeq i32 %a, %b"), "1:13: expected a comparison of integers, found `oeq`");
    assert_eq!(of("%x = fcmp fast i32 %a, %b"), "1:18: expected a comparison of floats, found `i32`");
    assert_eq!(of("%x = select i32 %a, i32 1, i32 2"), "1:15: the condition does not fit its type");
    assert_eq!(of("%x = select i1 %c, i32 1, i64 2"), "1:29: the operand does not fit its type");
    assert_eq!(of("%x = extractvalue %pair undef, 2"), "1:21: the index 2 leads out of the type");
    assert_eq!(of("%x = extractvalue %pair undef"), "2:3: expected an index, found `ret`");
    assert_eq!(of("%x = insertvalue %pair undef, i8 1, 0"), "1:20: the element does not fit its type");
    assert_eq!(of("%x = extractelement i32 %a, i32 0"), "1:23: expected a vector, found `i32`");
    assert_eq!(of("%x = extractelement <4 x i32> %v, float %f"), "1:37: the index does not fit its type");
    let shuffle = "%x = shufflevector <4 x i32> %v, <4 x i32> %v,";
    assert_eq!(of(&format!("{shuffle} <2 x i64> poison")), "1:50: expected a vector of i32, found `<2`");
    assert_eq!(of(&format!("{shuffle} <4 x i32> %v")), "1:60: expected a value, found `%v`");
}

#[test]
fn blocks_must_be_well_formed() {
    assert_eq!(
        body_error("  ret void\n  ret void"),
        "2:3: expected a label at the start of a line, found `ret`"
    );
    assert_eq!(body_error("x:\ny:\n  ret void"), "2:1: unsupported instruction `y`");
    assert_eq!(
        body_error("  ret void x:\n  ret void"),
        "1:12: expected the end of the instruction, found `x:`"
    );
    let switch = "  switch i32 %a, label %0 [\n    i64 1, label %0\n  ]";
    assert_eq!(body_error(switch), "2:5: the case does not fit its type");
    assert_eq!(error("define void @f() {\n}\n"), "test.ll:2:1: a function has at least one block");
}

#[test]
fn phis_must_fit_the_flow_of_control() {
    let phi = |line: &str| body_error(&format!("  br i1 %c, label %x, label %x\nx:\n{line}\n  ret void"));
    let late = "  fence seq_cst\n  %i = phi i32 [ 1, %0 ]";
    assert_eq!(phi(late), "4:3: a phi must be at the start of its block");
    let each = "a phi must have one value for each predecessor of its block";
    assert_eq!(phi("  %i = phi i32 [ 1, %x ]"), format!("3:3: {each}"));
    assert_eq!(phi("  %i = phi i32 [ 1, %0 ], [ 1, %x ]"), format!("3:3: {each}"));
    assert_eq!(phi("  %i = phi i32 [ 1, %0 ], [ 2, %0 ]"), format!("3:3: {each}"));
    lines("  br i1 %c, label %x, label %x\nx:\n  %i = phi i32 [ 1, %0 ], [ 1, %0 ]\n  ret void");
    assert_eq!(body_error("  fence seq_cst\n  br label %0"), "2:3: nothing may lead back to the first block");
}

#[test]
fn an_error_in_utf_8_text_is_counted_in_bytes() {
    assert_eq!(body_error("  %\"\u{e4}\" = \u{e4}"), "1:11: expected an instruction, found `\u{e4}`");
}

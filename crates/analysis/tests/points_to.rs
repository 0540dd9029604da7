//! What values are found to point to.

use mazurka_analysis::points_to::{self, Origin, Place, Span, Steps, Target};
use mazurka_analysis::{CallGraph, points_to::PointsTo};
use mazurka_ir::instruction::{LocalId, Op};
use mazurka_ir::link::Program;
use mazurka_vm::LIBRARY;

use crate::support::link;

/// For everything that main loads, what it may point to: `x, y+8, outside`.
fn loaded(program: &Program) -> Vec<String> {
    let graph = CallGraph::new(program, &LIBRARY);
    let found = points_to::find(&graph).expect("it is a small program");
    let main = graph.functions.iter().position(|node| node.role.is_main).expect("there is a main");
    let body = graph.functions[main].body;
    let instructions = body.blocks.iter().flat_map(|block| &block.instructions);
    let loads = instructions.filter(|instruction| matches!(instruction.op, Op::Load { .. }));
    loads.filter_map(|load| load.result).map(|local| words(program, &found, main, local)).collect()
}

fn words(program: &Program, found: &PointsTo, function: usize, local: LocalId) -> String {
    let word = |target: &Target| match *target {
        Target::Outside => "outside".to_owned(),
        Target::Function(_) => "function".to_owned(),
        Target::Object(id, place) => {
            let name = match found.object(id).origin {
                Origin::Variable(at) => program.symbol(at).name.to_string(),
                Origin::Local(..) => "local".to_owned(),
                Origin::Block(..) => "block".to_owned(),
            };
            let offsets: Vec<i64> = (0..32).filter(|&offset| Span::new(place, 1).contains(offset)).collect();
            match offsets[..] {
                [offset] => format!("{name}+{offset}"),
                _ => format!("{name}+{}*", offsets.get(1).map_or(0, |second| second - offsets[0])),
            }
        }
    };
    let mut all: Vec<String> = found.targets(found.local(function, local)).iter().map(word).collect();
    all.sort();
    all.join(", ")
}

fn check(main: &str, expected: &[&str]) {
    let text = format!(
        "@x = internal global [4 x i64] zeroinitializer
@y = internal global [4 x i64] zeroinitializer
@p = internal global [4 x ptr] zeroinitializer
@q = internal global [4 x ptr] zeroinitializer
@held = internal global {{ i64, ptr }} {{ i64 3, ptr getelementptr (i8, ptr @x, i64 16) }}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare ptr @malloc(i64)
declare ptr @realloc(ptr, i64)
declare i32 @puts(ptr)
define internal ptr @same(ptr %it) {{
  ret ptr %it
}}
define i32 @main(i32 %n) {{
{main}
  ret i32 0
}}
"
    );
    assert_eq!(loaded(&link(&text)), expected, "{main}");
}

#[test]
fn stores_arrive_where_the_same_bytes_are_loaded() {
    check("store ptr @x, ptr @p\n %1 = load ptr, ptr @p", &["x+0"]);
    let second = "getelementptr (i8, ptr @p, i64 8)";
    check(&format!("store ptr @x, ptr @p\n %1 = load ptr, ptr {second}"), &[""]);
    check(&format!("store ptr @x, ptr {second}\n %1 = load i64, ptr {second}"), &["x+0"]);
    // Pieces of a pointer lead anywhere.
    check("store ptr @x, ptr @p\n %1 = load i32, ptr getelementptr (i8, ptr @p, i64 4)", &["x+1*"]);
    check("store ptr @x, ptr @p\n %1 = load i64, ptr getelementptr (i8, ptr @p, i64 4)", &["x+1*"]);
}

#[test]
fn contents_of_variables() {
    check(
        "%1 = load ptr, ptr getelementptr (i8, ptr @held, i64 8)\n %2 = load i64, ptr @held",
        &["x+16", ""],
    );
}

#[test]
fn addresses_are_followed_through_computations_and_calls() {
    let stored = |how: &str| format!("%v = {how}\n store ptr %v, ptr @p\n %1 = load ptr, ptr @p");
    check(&stored("call ptr @same(ptr @x)"), &["x+0"]);
    check(&stored("getelementptr i64, ptr @x, i64 2"), &["x+16"]);
    check(&stored("getelementptr i64, ptr @x, i32 %n"), &["x+8*"]);
    check(&stored("select i1 true, ptr @x, ptr @y"), &["x+0, y+0"]);
    let sum = "%a = ptrtoint ptr @x to i64\n %b = add i64 %a, 8\n %v = inttoptr i64 %b to ptr";
    check(&format!("{sum}\n store ptr %v, ptr @p\n %1 = load ptr, ptr @p"), &["x+1*"]);
}

#[test]
fn copies_keep_offsets() {
    let copy = "call void @llvm.memcpy.p0.p0.i64(ptr @q, ptr @p, i64 32, i1 false)";
    let second = |of: &str| format!("getelementptr (i8, ptr @{of}, i64 8)");
    let (from, to) = (second("p"), second("q"));
    check(
        &format!("store ptr @x, ptr @p\n store ptr @y, ptr {from}\n {copy}\n %1 = load ptr, ptr {to}"),
        &["y+0"],
    );
    let part = "call void @llvm.memcpy.p0.p0.i64(ptr @q, ptr @p, i64 4, i1 false)";
    check(&format!("store ptr @x, ptr @p\n {part}\n %1 = load ptr, ptr @q"), &["x+1*"]);
    let some = "%l = zext i32 %n to i64\n call void @llvm.memcpy.p0.p0.i64(ptr @q, ptr @p, i64 %l, i1 false)";
    check(&format!("store ptr @x, ptr @p\n {some}\n %1 = load ptr, ptr @q"), &["x+1*"]);
}

#[test]
fn blocks_are_called_by_where_they_come_from() {
    let resized = "%b = call ptr @malloc(i64 8)\n %c = call ptr @realloc(ptr %b, i64 64)";
    check(&format!("{resized}\n store ptr %c, ptr @p\n %1 = load ptr, ptr @p"), &["block+0, block+0"]);
}

#[test]
fn what_leaves_the_text_may_hold_anything() {
    check("store ptr @x, ptr @p\n call i32 @puts(ptr @p)\n %1 = load ptr, ptr @p", &["outside"]);
    check("call i32 @puts(ptr @p)\n store ptr @p, ptr @q\n %1 = load ptr, ptr @q", &["outside"]);
}

#[test]
fn many_places_become_one() {
    let mut text = String::new();
    for offset in 0..12 {
        text += &format!("store ptr getelementptr (i8, ptr @x, i64 {}), ptr @p\n", 2 * offset);
    }
    check(&format!("{text} %1 = load ptr, ptr @p"), &["x+2*"]);
}

/// All offsets of a span in a window.
fn offsets(start: i64, stride: u64, spread: u64, size: u64) -> Vec<i64> {
    let repeated = if stride == 0 { 0..1 } else { -64..64 };
    let first = repeated.map(|k| start + k * stride as i64);
    first.flat_map(|first| first..first + (spread + size) as i64).collect()
}

#[test]
fn spans_overlap_where_they_have_a_byte_in_common() {
    let numbers = |text: &[u64]| text.to_vec();
    let mut all = Vec::new();
    for start in [-8, 0, 3, 8, 12, 17] {
        for stride in numbers(&[0, 1, 6, 8, 12, 16]) {
            for spread in numbers(&[0, 8]) {
                for size in numbers(&[1, 4, 8, 24]) {
                    let steps = Steps { by: start, stride, spread, step: spread };
                    all.push((
                        Span::new(Place::at(0).moved(steps), size),
                        offsets(start, stride, spread, size),
                    ));
                }
            }
        }
    }
    for (one, its) in &all {
        for (other, others) in &all {
            let in_window = |offset: &&i64| (-100..100).contains(*offset);
            let meet = its.iter().filter(in_window).any(|offset| others.contains(offset));
            assert_eq!(one.overlaps(*other), meet, "{one:?} {other:?}");
        }
    }
}

//! What the versions of LLVM print differently, and that it means the same.

use mazurka_ir::constant::Constant;
use mazurka_ir::instruction::{Body, Op};
use mazurka_ir::types::TypeId;

use super::*;

/// The body of `@f`, which must be the same in all versions of the text.
fn same_bodies(texts: &[&str]) -> Body {
    let types = Types::new();
    let read = |text: &&str| body(&read_module("test.ll", (*text).into(), &types).unwrap(), "f");
    let bodies: Vec<Body> = texts.iter().map(read).collect();
    for (body, text) in bodies.iter().zip(texts) {
        assert_eq!(*body, bodies[0], "{text}");
    }
    bodies[0].clone()
}

#[test]
fn typed_pointers_of_llvm_14() {
    let old = "%struct.s = type { i32, %struct.s*, i32 (i8*, ...)* }\n\
               @.str = private unnamed_addr constant [4 x i8] c\"%d\\0A\\00\", align 1\n\
               declare i32 @printf(i8* noundef, ...)\n\
               define i32 @f(%struct.s* noundef byval(%struct.s) align 8 %0, i8** %1) {\n  \
               %3 = getelementptr inbounds %struct.s, %struct.s* %0, i32 0, i32 1\n  \
               %4 = load %struct.s*, %struct.s** %3, align 8\n  \
               store i8* null, i8** %1, align 8\n  \
               %5 = call i32 (i8*, ...) @printf(i8* noundef getelementptr inbounds ([4 x i8], [4 x i8]* @.str, \
               i64 0, i64 0), i32 7)\n  ret i32 %5\n}\n";
    let new = "%struct.s = type { i32, ptr, ptr }\n\
               @.str = private unnamed_addr constant [4 x i8] c\"%d\\0A\\00\", align 1\n\
               declare i32 @printf(ptr noundef, ...)\n\
               define i32 @f(ptr noundef byval(%struct.s) align 8 %0, ptr %1) {\n  \
               %3 = getelementptr inbounds nuw %struct.s, ptr %0, i32 0, i32 1\n  \
               %4 = load ptr, ptr %3, align 8\n  \
               store ptr null, ptr %1, align 8\n  \
               %5 = call i32 (ptr, ...) @printf(ptr noundef getelementptr inbounds ([4 x i8], ptr @.str, \
               i64 0, i64 0), i32 7)\n  ret i32 %5\n}\n";
    let body = same_bodies(&[old, new]);
    assert_eq!(body.local_types, [TypeId::PTR, TypeId::PTR, TypeId::PTR, TypeId::PTR, TypeId::I32]);
}

#[test]
fn bitcasts_of_pointers_remain_as_conversions() {
    let body = same_bodies(&[
        "define void @f(i8* %0) {\n  %2 = bitcast i8* %0 to i32*\n  ret void\n}\n",
        "define void @f(ptr %0) {\n  %2 = bitcast ptr %0 to ptr\n  ret void\n}\n",
    ]);
    assert_eq!(body.local_types, [TypeId::PTR; 2]);
}

#[test]
fn attributes_of_functions() {
    same_bodies(&[
        "define void @f() argmemonly inaccessiblememonly {\n  ret void\n}\n",
        "define void @f() memory(argmem: readwrite, inaccessiblemem: none) allockind(\"alloc,uninitialized\") {\n  \
         ret void\n}\n",
        "define void @f() nocallback memory(target_mem0: none, errnomem: write) nocreateundeforpoison {\n  \
         ret void\n}\n",
    ]);
}

#[test]
fn flags_that_came_later() {
    same_bodies(&[
        "define void @f(i32 %0) {\n  %2 = or i32 %0, 1\n  %3 = zext i32 %2 to i64\n  %4 = icmp ult i32 %2, 5\n  ret void\n}\n",
        "define void @f(i32 %0) {\n  %2 = or disjoint i32 %0, 1\n  %3 = zext nneg i32 %2 to i64\n  \
         %4 = icmp samesign ult i32 %2, 5\n  ret void\n}\n",
    ]);
}

#[test]
fn ranges_of_results() {
    same_bodies(&[
        "declare i32 @g()\ndefine void @f() {\n  %1 = call i32 @g(), !range !0\n  ret void\n}\n",
        "declare i32 @g()\ndefine void @f() {\n  %1 = call range(i32 0, 10) i32 @g()\n  ret void\n}\n",
    ]);
}

#[test]
fn vtables() {
    let table = |text: &str| initializer(&format!("ptr getelementptr inbounds {text}"));
    let old = table("({ [4 x ptr] }, ptr @g, i32 0, inrange i32 0, i32 2)");
    assert_eq!(old, table("({ [4 x ptr] }, ptr @g, i32 0, i32 0, i32 2)"));
    let new = table("inrange(-16, 24) ({ [4 x ptr] }, ptr @g, i32 0, i32 0, i32 2)");
    assert_eq!(old, new);
    assert_eq!(new, table("nuw inrange(-16, 24) ({ [4 x ptr] }, ptr @g, i32 0, i32 0, i32 2)"));
}

#[test]
fn splats() {
    let vector = |text: &str| initializer(&format!("<2 x i8> {text}"));
    assert!(matches!(vector("<i8 1, i8 1>"), Constant::Aggregate(lanes) if lanes.len() == 2));
    assert!(matches!(vector("splat (i8 1)"), Constant::Splat(_)));
}

#[test]
fn lifetimes_with_and_without_size() {
    for (params, arguments, count) in [("i64, ptr", "i64 4, ptr %p", 2), ("ptr", "ptr %p", 1)] {
        let text = format!(
            "declare void @llvm.lifetime.start.p0({params})\ndefine void @f(ptr %p) {{\n  \
             call void @llvm.lifetime.start.p0({arguments})\n  ret void\n}}\n"
        );
        let Op::Call(call) = &body(&module(&text), "f").blocks[0].instructions[0].op.clone() else {
            panic!()
        };
        assert_eq!(call.arguments.len(), count);
    }
}

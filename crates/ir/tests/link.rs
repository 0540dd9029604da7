//! The rules by which several modules become one program.

use std::rc::Rc;

use mazurka_ir::link::{LinkError, Program, Resolved, SymbolRef};
use mazurka_ir::module::SymbolId;
use mazurka_ir::{Types, read_module};

/// Links texts as modules `m0.ll`, `m1.ll` ….
fn link(texts: &[&str]) -> Result<Program, LinkError> {
    let types = Types::new();
    let modules = texts.iter().enumerate().map(|(index, &text)| {
        read_module(&format!("m{index}.ll"), text.into(), &types)
            .expect("the texts of these tests are well-formed")
    });
    Program::link(modules.collect())
}

fn symbol(program: &Program, module: usize, name: &str) -> SymbolRef {
    let at = program.modules[module].symbols.iter().position(|symbol| &*symbol.name == name).unwrap();
    SymbolRef { module, symbol: SymbolId(at as u32) }
}

/// Which module defines what `name` means in `module`.
fn defining_module(program: &Program, module: usize, name: &str) -> Option<usize> {
    match program.resolve(symbol(program, module, name)) {
        Resolved::Definition(at) => {
            assert_eq!(&*program.symbol(at).name, name);
            Some(at.module)
        }
        Resolved::External(_) | Resolved::Null => None,
    }
}

#[test]
fn declarations_find_definitions_in_either_direction() {
    let program = link(&[
        "declare i32 @f(i32)\n@g = global i32 1\ndefine i32 @main() {\n  ret i32 0\n}\n",
        "@g = external global i64\ndefine i64 @f() {\n  ret i64 1\n}\n",
    ])
    .unwrap();
    assert_eq!(defining_module(&program, 0, "f"), Some(1));
    assert_eq!(defining_module(&program, 1, "g"), Some(0));
    assert_eq!(program.lookup("main"), Some(symbol(&program, 0, "main")));
    assert_eq!(program.lookup("nobody"), None);
}

#[test]
fn internal_symbols_stay_in_their_module() {
    let program =
        link(&["@g = internal global i32 1\n", "@g = private global i32 2\n", "@g = global i32 3\n"]);
    let program = program.unwrap();
    for module in 0..3 {
        assert_eq!(defining_module(&program, module, "g"), Some(module));
    }
    assert_eq!(program.lookup("g"), Some(symbol(&program, 2, "g")));
}

#[test]
fn a_library_offers_what_it_keeps_to_itself_and_others_may_replace_it() {
    let types = Types::new();
    let read = |name: &str, text: &str| read_module(name, text.into(), &types).unwrap();
    let library = "@_Rused = internal global i32 1\n@_Rreplaced = internal global i32 1\n\
                   @own = internal global i32 1\n@main = global i32 1\n\
                   @__rust_shim = internal global i8 0\n";
    let mut library = read("library.ll", library);
    library.is_library = true;
    let user = "@_Rused = external global i32\n@_Rreplaced = global i32 2\n@own = external global i32\n\
                @main = global i32 2\n@__rust_shim = external global i8\n";
    let program = Program::link(vec![library, read("user.ll", user)]).unwrap();
    assert_eq!(defining_module(&program, 1, "_Rused"), Some(0));
    assert_eq!(defining_module(&program, 0, "_Rused"), Some(0));
    assert_eq!(defining_module(&program, 0, "_Rreplaced"), Some(1), "for the library itself as well");
    assert_eq!(defining_module(&program, 1, "__rust_shim"), Some(0));
    assert_eq!(defining_module(&program, 1, "own"), None, "its name may mean something else");
    assert_eq!(defining_module(&program, 0, "main"), Some(1));
}

#[test]
fn what_is_not_defined() {
    let program = link(&[
        "declare void @f()\n@w = extern_weak global i32\ndeclare extern_weak void @v()\n\
         define available_externally void @a() {\n  ret void\n}\n",
        "@v = weak global i32 0\n",
    ])
    .unwrap();
    let resolve = |name| program.resolve(symbol(&program, 0, name));
    assert_eq!(resolve("f"), Resolved::External("f".into()));
    assert_eq!(resolve("a"), Resolved::External("a".into()), "a copy for the optimiser is not a definition");
    assert_eq!(resolve("w"), Resolved::Null);
    assert_eq!(defining_module(&program, 0, "v"), Some(1));
}

#[test]
fn strong_beats_common_beats_weak() {
    let (strong, common, weak) =
        ("@g = global i32 1\n", "@g = common global i32 0\n", "@g = weak global i32 2\n");
    let linkonce = "@g = linkonce_odr global i32 2\n";
    let cases: [(&[&str], usize); 7] = [
        (&[weak, strong], 1),
        (&[strong, weak], 0),
        (&[common, strong, weak], 1),
        (&[weak, common], 1),
        (&[common, weak], 0),
        (&[linkonce, weak], 0),
        (&[weak, linkonce], 0),
    ];
    for (texts, winner) in cases {
        let program = link(texts).unwrap();
        for module in 0..texts.len() {
            assert_eq!(defining_module(&program, module, "g"), Some(winner), "{texts:?}");
        }
    }
}

#[test]
fn the_largest_common_wins() {
    let program = link(&[
        "@g = common global [2 x i32] zeroinitializer\n",
        "@g = common global { i8, i64 } zeroinitializer\n",
        "@g = common global [4 x i32] zeroinitializer\n",
    ]);
    assert_eq!(
        program.unwrap().lookup("g").map(|at| at.module),
        Some(1),
        "16 bytes, and the first of that size"
    );
}

#[test]
fn two_strong_definitions_are_an_error() {
    let f = "\n\ndefine void @f() {\n  ret void\n}\n";
    let error = link(&[f, "@f = global i32 0\n"]).unwrap_err();
    assert_eq!(error.to_string(), "m1.ll:1: `f` is already defined at m0.ll:3");
}

#[test]
fn duplicates_are_named_by_source_line_where_known() {
    let f = "define void @f() !dbg !0 {\n  ret void\n}\n\
             !0 = distinct !DISubprogram(name: \"f\", file: !1, line: 42)\n\
             !1 = !DIFile(filename: \"a.c\", directory: \"/src\")\n";
    let g = "@f = global i32 0, !dbg !2\n\
             !1 = !DIFile(filename: \"b.c\", directory: \"/src\")\n\
             !2 = !DIGlobalVariableExpression(var: !3, expr: !DIExpression())\n\
             !3 = !DIGlobalVariable(name: \"f\", file: !1, line: 7)\n";
    let error = link(&[f, g]).unwrap_err();
    assert_eq!(error.to_string(), "/src/b.c:7: `f` is already defined at /src/a.c:42");
}

#[test]
fn aliases_are_definitions() {
    let program =
        link(&["declare void @a()\n", "@a = alias void (), ptr @f\ndefine void @f() {\n  ret void\n}\n"]);
    assert_eq!(defining_module(&program.unwrap(), 0, "a"), Some(1));
}

fn names(program: &Program, constructors: &[mazurka_ir::link::Constructor]) -> Vec<(u32, Rc<str>)> {
    constructors.iter().map(|c| (c.priority, program.symbol(c.function).name.clone())).collect()
}

#[test]
fn constructors_run_by_priority_then_in_module_order() {
    let first = "@llvm.global_ctors = appending global [3 x { i32, ptr, ptr }] [{ i32, ptr, ptr } \
                 { i32 65535, ptr @a, ptr null }, { i32, ptr, ptr } { i32 101, ptr @b, ptr null }, \
                 { i32, ptr, ptr } zeroinitializer]\n\
                 @llvm.global_dtors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } \
                 { i32 65535, ptr @a, ptr null }, { i32, ptr, ptr } { i32 65535, ptr @b, ptr null }]\n\
                 declare void @a()\ndeclare void @b()\n";
    let second = "@llvm.global_ctors = appending global [2 x { i32, void ()*, i8* }] [{ i32, void ()*, i8* } \
                  { i32 65535, void ()* bitcast (i32 ()* @c to void ()*), i8* null }, \
                  { i32, void ()*, i8* } { i32 101, void ()* @d, i8* null }]\n\
                  declare i32 @c()\ndeclare void @d()\n";
    let program = link(&[first, second]).unwrap();
    let expected = [(101, "b".into()), (101, "d".into()), (65535, "a".into()), (65535, "c".into())];
    assert_eq!(names(&program, program.constructors()), expected);
    let expected = [(65535, "b".into()), (65535, "a".into())];
    assert_eq!(names(&program, program.destructors()), expected, "the last one first, as .fini_array does");
}

#[test]
fn a_constructor_runs_only_for_the_definition_that_is_kept() {
    let text = "@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } \
                { i32 65535, ptr @init, ptr @member }]\n\
                @member = linkonce_odr global i32 0\ndefine internal void @init() {\n  ret void\n}\n";
    let program = link(&[text, text]).unwrap();
    let modules: Vec<_> = program.constructors().iter().map(|c| c.function.module).collect();
    assert_eq!(modules, [0]);
}

#[test]
fn malformed_constructors_are_refused() {
    let error = link(&["\n@llvm.global_ctors = appending global [1 x i32] [i32 1]\n"]).unwrap_err();
    assert_eq!(error.to_string(), "m0.ll:2: `llvm.global_ctors` has an entry that cannot be understood");
}

//! What debug info says about a real program: the lines of `tests/data/debug.c` are the expectation.

use mazurka_ir::Types;
use mazurka_ir::debug::{DebugInfo, DebugType, MetadataId, Qualifier, RecordKind, SourceLocation};
use mazurka_ir::instruction::{BinaryOp, Body, Op};
use mazurka_ir::module::{Module, SymbolId, SymbolKind};

use crate::common::{clang, data, read};

fn module(level: &str) -> Module {
    let file = data("debug.c");
    read("debug.ll", &clang("clang-19", &[level], &file), &Types::new())
}

fn symbol(module: &Module, name: &str) -> SymbolId {
    SymbolId(module.symbols.iter().position(|symbol| &*symbol.name == name).unwrap() as u32)
}

fn body<'a>(module: &'a Module, name: &str) -> &'a Body {
    module.body(symbol(module, name)).unwrap().unwrap()
}

/// The number of the first line that contains this.
fn line_of(source: &str) -> u32 {
    let text = std::fs::read_to_string(data("debug.c")).unwrap();
    text.lines().position(|line| line.contains(source)).unwrap() as u32 + 1
}

/// The location of the first instruction that `pick` accepts.
fn location(module: &Module, function: &str, pick: impl Fn(&Op) -> bool) -> SourceLocation {
    let mut instructions = body(module, function).blocks.iter().flat_map(|block| &block.instructions);
    let debug = instructions.find(|instruction| pick(&instruction.op)).unwrap().debug.unwrap();
    module.debug.location(debug).unwrap().as_ref().clone()
}

#[test]
fn locations_name_file_line_and_function() {
    let module = module("-O0");
    let quotient = location(&module, "scaled", |op| matches!(op, Op::Binary { op: BinaryOp::SDiv, .. }));
    assert_eq!(quotient.line, line_of("number / (global"));
    assert_eq!((quotient.column, &*quotient.function), (19, "scaled"));
    assert_eq!(&*quotient.file, data("debug.c").to_str().unwrap());
    assert_eq!(quotient.inlined_at, None);
}

#[test]
fn inlined_calls_lead_to_their_caller() {
    let module = module("-O1");
    let quotient = location(&module, "outer", |op| matches!(op, Op::Binary { op: BinaryOp::SDiv, .. }));
    assert_eq!((&*quotient.function, quotient.line), ("scaled", line_of("number / (global")));
    let call = quotient.inlined_at.unwrap();
    assert_eq!((&*call.function, call.line), ("outer", line_of("scaled(list")));
    assert_eq!(call.inlined_at, None);
}

#[test]
fn functions_and_variables_have_names_and_lines() {
    let module = module("-O0");
    let SymbolKind::Function(outer) = &module.symbol(symbol(&module, "outer")).kind else { panic!() };
    let subprogram = module.debug.subprogram(outer.definition.as_ref().unwrap().debug.unwrap()).unwrap();
    assert_eq!((&*subprogram.name, subprogram.line), ("outer", line_of("int outer")));

    let records = &body(&module, "outer").debug_records;
    let locals: Vec<_> =
        records.iter().map(|record| module.debug.variable(record.variable).unwrap()).collect();
    let locals: Vec<_> = locals.iter().map(|local| (&*local.name, local.line, local.arg)).collect();
    let (header, loop_line, step) = (line_of("int outer"), line_of("for (int"), line_of("int step"));
    let expected =
        [("list", header, Some(1)), ("count", header, Some(2)), ("i", loop_line, None), ("step", step, None)];
    assert_eq!(locals, expected);

    for (symbol_name, name, line) in [
        ("global", "global", line_of("struct node global")),
        ("per_thread", "per_thread", line_of("per_thread;")),
        ("outer.calls", "calls", line_of("static int calls")),
    ] {
        let SymbolKind::Variable(variable) = &module.symbol(symbol(&module, symbol_name)).kind else {
            panic!()
        };
        let variable = module.debug.variable(variable.debug[0]).unwrap();
        assert_eq!((&*variable.name, variable.line, variable.arg), (name, line, None));
    }
}

#[test]
fn types_can_be_spelled() {
    let module = module("-O0");
    let SymbolKind::Variable(global) = &module.symbol(symbol(&module, "global")).kind else { panic!() };
    let ty = module.debug.variable(global.debug[0]).unwrap().ty;
    let expected = "struct node { value@0: int, low@32:3: unsigned int, high@35:5: unsigned int, \
                    next@64: *struct node, grid@128: [4][2]double, @640: union { c@0: char, l@0: long }, \
                    colour@704: enum colour { RED = 0, GREEN = -5 }, shared@736: atomic int, \
                    bytes@768: *const volatile byte, callback@832: *fn(int, *void) -> int, flags@896: [?]_Bool }";
    assert_eq!(spell(&module.debug, ty, true), expected);
}

/// A type in a notation of this test; records are spelled out only at the top.
fn spell(debug: &DebugInfo, ty: Option<MetadataId>, in_full: bool) -> String {
    let Some(ty) = ty else { return "void".into() };
    let inner = |ty| spell(debug, ty, false);
    match debug.debug_type(ty).unwrap().as_ref() {
        DebugType::Base { name, .. } => name.to_string(),
        DebugType::Pointer { to, .. } => format!("*{}", inner(*to)),
        DebugType::Qualified { qualifier, of } => match qualifier {
            Qualifier::Typedef(name) => name.to_string(),
            Qualifier::Const => format!("const {}", inner(*of)),
            Qualifier::Volatile => format!("volatile {}", inner(*of)),
            Qualifier::Atomic => format!("atomic {}", inner(*of)),
            Qualifier::Restrict => format!("restrict {}", inner(*of)),
        },
        DebugType::Record { name: Some(name), .. } if !in_full => format!("struct {name}"),
        DebugType::Record { kind, name, members, .. } => {
            let members = members.iter().map(|member| {
                let width = if member.bit_field { format!(":{}", member.bits) } else { String::new() };
                let name = member.name.as_deref().unwrap_or("");
                format!("{name}@{}{width}: {}", member.bit_offset, inner(member.ty))
            });
            let keyword = if *kind == RecordKind::Struct { "struct" } else { "union" };
            let name = name.as_ref().map_or(String::new(), |name| format!("{name} "));
            format!("{keyword} {name}{{ {} }}", members.collect::<Vec<_>>().join(", "))
        }
        DebugType::Array { element, counts, .. } => {
            let counts = counts.iter().map(|count| count.map_or("[?]".into(), |count| format!("[{count}]")));
            format!("{}{}", counts.collect::<String>(), inner(*element))
        }
        DebugType::Enum { name, enumerators, .. } => {
            let all: Vec<_> = enumerators.iter().map(|e| format!("{} = {}", e.name, e.value)).collect();
            format!("enum {} {{ {} }}", name.as_deref().unwrap_or(""), all.join(", "))
        }
        DebugType::Function { result, params } => {
            let params: Vec<_> = params.iter().map(|&param| inner(param)).collect();
            format!("fn({}) -> {}", params.join(", "), inner(*result))
        }
    }
}

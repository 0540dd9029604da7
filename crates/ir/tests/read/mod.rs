//! Small modules, exact expectations. Every construct is read from text as LLVM prints it.

mod attributes;
mod bodies;
mod calls;
mod constants;
mod errors;
mod instructions;
mod limits;
mod memory;
mod symbols;
mod types;
mod versions;

use mazurka_ir::constant::Constant;
use mazurka_ir::instruction::{BlockId, Body, LocalId, Op, Operand, Value};
use mazurka_ir::module::{Module, SymbolId, SymbolKind};
use mazurka_ir::types::{TypeId, Types};

use mazurka_ir::read_module;

/// The parameters of the function around [`op`], in the order of the ids below.
const PARAMS: &str = "i32 %a, i32 %b, ptr %p, i64 %n, float %f, double %d, i1 %c, <4 x i32> %v";
const A: LocalId = LocalId(0);
const P: LocalId = LocalId(2);
const N: LocalId = LocalId(3);
const F: LocalId = LocalId(4);
const D: LocalId = LocalId(5);
const C: LocalId = LocalId(6);
const V: LocalId = LocalId(7);
/// The first result of an instruction.
const RESULT: LocalId = LocalId(8);

/// What the operations below may mention.
const GLOBALS: &str = "%pair = type { i32, i1 }\n@g = global [4 x i32] zeroinitializer\ndeclare void @void()\n\
                       declare i32 @int(i32)\ndeclare i32 @variadic(ptr, ...)\n";

fn module(text: &str) -> Module {
    read_module("test.ll", text.into(), &Types::new()).unwrap_or_else(|error| panic!("{error}"))
}

fn symbol(module: &Module, name: &str) -> SymbolId {
    let index = module.symbols.iter().position(|symbol| &*symbol.name == name);
    SymbolId(index.unwrap_or_else(|| panic!("@{name} is not in the module")) as u32)
}

fn body(module: &Module, name: &str) -> Body {
    let body = module.body(symbol(module, name)).expect("a definition");
    body.unwrap_or_else(|error| panic!("{error}")).clone()
}

/// The body of `@f`, whose lines these are.
fn lines(lines: &str) -> (Module, Body) {
    let module = module(&format!("{GLOBALS}define void @f({PARAMS}) {{\n{lines}\n}}\n"));
    let body = body(&module, "f");
    (module, body)
}

/// An instruction in front of a `ret void`, with the type of its result.
fn typed_op(line: &str) -> (Module, Op, Option<TypeId>) {
    let (module, mut body) = lines(&format!("  {line}\n  ret void"));
    let ty = body.local_types.get(RESULT.0 as usize).copied();
    (module, body.blocks[0].instructions.remove(0).op, ty)
}

fn op(line: &str) -> Op {
    typed_op(line).1
}

/// The initialiser of `@x` in `prefix @x = global T constant`.
fn initializer(ty_and_constant: &str) -> Constant {
    let module = module(&format!("{GLOBALS}@x = global {ty_and_constant}\n"));
    let SymbolKind::Variable(variable) = &module.symbol(symbol(&module, "x")).kind else { unreachable!() };
    variable.initializer.clone().unwrap()
}

/// The error of a module or of its function `@f`.
fn error(text: &str) -> String {
    match read_module("test.ll", text.into(), &Types::new()) {
        Err(error) => error.to_string(),
        Ok(module) => match module.body(symbol(&module, "f")) {
            Some(Err(error)) => error.to_string(),
            _ => panic!("the text is fine:\n{text}"),
        },
    }
}

/// The error of a body, whose first line is line 1.
fn body_error(lines: &str) -> String {
    let text = format!("{GLOBALS}define void @f({PARAMS}) {{\n{lines}\n}}\n");
    let error = error(&text);
    let (_, place) = error.split_once(':').unwrap();
    let (line, rest) = place.split_once(':').unwrap();
    format!("{}:{rest}", line.parse::<usize>().unwrap() - GLOBALS.lines().count() - 1)
}

fn local(id: LocalId) -> Value {
    Value::Local(id)
}

fn int(value: u128) -> Value {
    Value::Constant(Constant::Int(value))
}

fn operand(ty: TypeId, value: Value) -> Operand {
    Operand { ty, value }
}

fn block(index: u32) -> BlockId {
    BlockId(index)
}

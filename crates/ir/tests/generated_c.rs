//! One small C function for each combination of operation and type: what clang makes of it must read back as exactly
//! that operation.

use std::io::Write;
use std::process::{Command, Stdio};

use mazurka_ir::instruction::{Body, Op};
use mazurka_ir::module::SymbolId;
use mazurka_ir::{Module, Types, read_module};

/// A C function and the operations that it consists of, apart from moving its arguments around.
struct Case {
    c: String,
    operations: Vec<String>,
}

/// C type, width in bits, whether it is signed.
const INTEGERS: [(&str, u32, bool); 8] = [
    ("signed char", 8, true),
    ("unsigned char", 8, false),
    ("short", 16, true),
    ("unsigned short", 16, false),
    ("int", 32, true),
    ("unsigned", 32, false),
    ("long", 64, true),
    ("unsigned long", 64, false),
];

/// As C and as LLVM name them; the last two columns say whether a load or a store may have it.
const ORDERS: [(&str, &str, bool, bool); 5] = [
    ("relaxed", "Monotonic", true, true),
    ("acquire", "Acquire", true, false),
    ("release", "Release", false, true),
    ("acq_rel", "AcqRel", false, false),
    ("seq_cst", "SeqCst", true, true),
];

fn cases() -> Vec<Case> {
    [atomics(), arithmetic(), conversions()].into_iter().flatten().collect()
}

fn case(c: String, operations: &[String]) -> Case {
    Case { c, operations: operations.to_vec() }
}

fn atomics() -> Vec<Case> {
    let mut cases = Vec::new();
    for (order, name, loads, stores) in ORDERS {
        let fence = format!("void @(void) {{ atomic_thread_fence(memory_order_{order}); }}");
        if order != "relaxed" {
            cases.push(case(fence, &[format!("Fence {name}")]));
        }
        for (ty, bits, _) in INTEGERS {
            let pointer = format!("_Atomic({ty}) *p");
            if loads {
                let c =
                    format!("{ty} @({pointer}) {{ return atomic_load_explicit(p, memory_order_{order}); }}");
                cases.push(case(c, &[format!("Load i{bits} {name}")]));
            }
            if stores {
                let c = format!("void @({pointer}) {{ atomic_store_explicit(p, 1, memory_order_{order}); }}");
                cases.push(case(c, &[format!("Store i{bits} {name}")]));
            }
            for (function, operation) in [
                ("exchange", "Xchg"),
                ("fetch_add", "Add"),
                ("fetch_sub", "Sub"),
                ("fetch_or", "Or"),
                ("fetch_xor", "Xor"),
            ] {
                let call = format!("atomic_{function}_explicit(p, 1, memory_order_{order})");
                let c = format!("void @({pointer}) {{ {call}; }}");
                cases.push(case(c, &[format!("AtomicRmw {operation} i{bits} {name}")]));
            }
        }
        for (failure, failure_name, ..) in ORDERS.into_iter().filter(|order| order.2) {
            let orders = format!("memory_order_{order}, memory_order_{failure}");
            let c = format!(
                "void @(_Atomic(int) *p, int *e) {{ atomic_compare_exchange_strong_explicit(p, e, 1, {orders}); }}"
            );
            // The success goes through a temporary `_Bool`.
            let bool_moves = ["Cast ZExt i1 i8", "Cast Trunc i8 i1"];
            let parts = ["ExtractValue [0]", "ExtractValue [1]"].into_iter().chain(bool_moves);
            let exchange = std::iter::once(format!("CmpXchg {name} {failure_name}"));
            let operations: Vec<String> = exchange.chain(parts.map(str::to_owned)).collect();
            cases.push(case(c, &operations));
        }
    }
    cases
}

fn arithmetic() -> Vec<Case> {
    let mut cases = Vec::new();
    // Smaller types are promoted before they are used.
    for (ty, bits, signed) in INTEGERS.into_iter().filter(|(_, bits, _)| *bits >= 32) {
        let by_sign =
            |signed_name: &'static str, unsigned_name| if signed { signed_name } else { unsigned_name };
        let binary = [
            ("+", "Add"),
            ("-", "Sub"),
            ("*", "Mul"),
            ("/", by_sign("SDiv", "UDiv")),
            ("%", by_sign("SRem", "URem")),
            ("&", "And"),
            ("|", "Or"),
            ("^", "Xor"),
            ("<<", "Shl"),
            (">>", by_sign("AShr", "LShr")),
        ];
        for (operator, name) in binary {
            let c = format!("{ty} @({ty} a, {ty} b) {{ return a {operator} b; }}");
            cases.push(case(c, &[format!("Binary {name} i{bits}")]));
        }
        let comparisons = [
            ("==", "Eq"),
            ("!=", "Ne"),
            ("<", by_sign("Slt", "Ult")),
            ("<=", by_sign("Sle", "Ule")),
            (">", by_sign("Sgt", "Ugt")),
            (">=", by_sign("Sge", "Uge")),
        ];
        for (operator, name) in comparisons {
            let c = format!("int @({ty} a, {ty} b) {{ return a {operator} b; }}");
            cases.push(case(c, &[format!("ICmp {name} i{bits}"), "Cast ZExt i1 i32".into()]));
        }
    }
    for (ty, name) in [("float", "float"), ("double", "double")] {
        for (operator, operation) in [("+", "FAdd"), ("-", "FSub"), ("*", "FMul"), ("/", "FDiv")] {
            let c = format!("{ty} @({ty} a, {ty} b) {{ return a {operator} b; }}");
            cases.push(case(c, &[format!("Binary {operation} {name}")]));
        }
        for (operator, predicate) in
            [("==", "Oeq"), ("!=", "Une"), ("<", "Olt"), ("<=", "Ole"), (">", "Ogt"), (">=", "Oge")]
        {
            let c = format!("int @({ty} a, {ty} b) {{ return a {operator} b; }}");
            cases.push(case(c, &[format!("FCmp {predicate} {name}"), "Cast ZExt i1 i32".into()]));
        }
        cases.push(case(format!("{ty} @({ty} a) {{ return -a; }}"), &[format!("FNeg {name}")]));
    }
    cases
}

fn conversions() -> Vec<Case> {
    let mut cases = Vec::new();
    let mut add = |from: &str, to: &str, operation: Option<String>| {
        let c = format!("{to} @({from} a) {{ return ({to})a; }}");
        cases.push(case(c, operation.as_slice()));
    };
    for (from, from_bits, signed) in INTEGERS {
        for (to, to_bits, _) in INTEGERS {
            let widening = if signed { "SExt" } else { "ZExt" };
            add(
                from,
                to,
                match from_bits.cmp(&to_bits) {
                    std::cmp::Ordering::Less => Some(format!("Cast {widening} i{from_bits} i{to_bits}")),
                    std::cmp::Ordering::Equal => None,
                    std::cmp::Ordering::Greater => Some(format!("Cast Trunc i{from_bits} i{to_bits}")),
                },
            );
        }
        for float in ["float", "double"] {
            let (to_float, to_int) = if signed { ("SiToFp", "FpToSi") } else { ("UiToFp", "FpToUi") };
            add(from, float, Some(format!("Cast {to_float} i{from_bits} {float}")));
            add(float, from, Some(format!("Cast {to_int} {float} i{from_bits}")));
        }
    }
    add("float", "double", Some("Cast FpExt float double".into()));
    add("double", "float", Some("Cast FpTrunc double float".into()));
    add("void *", "long", Some("Cast PtrToInt ptr i64".into()));
    add("long", "void *", Some("Cast IntToPtr i64 ptr".into()));
    cases
}

/// An operation in the words of the cases; `None` for what only moves arguments and results around.
fn describe(module: &Module, op: &Op) -> Option<String> {
    let name = |ty| match module.types.get(ty) {
        mazurka_ir::Type::Int(bits) => format!("i{bits}"),
        other => format!("{other:?}").to_lowercase(),
    };
    Some(match op {
        Op::Load { ty, atomic: Some(order), .. } => format!("Load {} {order:?}", name(*ty)),
        Op::Store { value, atomic: Some(order), .. } => format!("Store {} {order:?}", name(value.ty)),
        Op::AtomicRmw { op, value, ordering, .. } => {
            format!("AtomicRmw {op:?} {} {ordering:?}", name(value.ty))
        }
        Op::CmpXchg { success, failure, .. } => format!("CmpXchg {success:?} {failure:?}"),
        Op::Fence { ordering, .. } => format!("Fence {ordering:?}"),
        Op::Binary { op, ty, .. } => format!("Binary {op:?} {}", name(*ty)),
        Op::ICmp { predicate, ty, .. } => format!("ICmp {predicate:?} {}", name(*ty)),
        Op::FCmp { predicate, ty, .. } => format!("FCmp {predicate:?} {}", name(*ty)),
        Op::FNeg(operand) => format!("FNeg {}", name(operand.ty)),
        Op::Cast { op, from, to } => format!("Cast {op:?} {} {}", name(from.ty), name(*to)),
        Op::ExtractValue { indices, .. } => format!("ExtractValue {indices:?}"),
        _ => return None,
    })
}

/// Clang 19, and 14 for its typed pointers where the system still offers it.
fn compilers() -> Vec<&'static str> {
    let oldest = Command::new("clang-14").arg("--version").output().is_ok();
    if oldest { vec!["clang-14", "clang-19"] } else { vec!["clang-19"] }
}

/// What `clang -S -emit-llvm` makes of a C text.
fn compile(compiler: &str, options: &[&str], c: &str) -> String {
    let mut clang = Command::new(compiler)
        .args(["-x", "c", "-S", "-emit-llvm", "-w", "-o", "-", "-"])
        .args(options)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{compiler} cannot be run: {error}"));
    let mut stdin = clang.stdin.take().unwrap();
    // Clang reads all of its input before it prints, so neither waits for the other.
    stdin.write_all(c.as_bytes()).unwrap();
    drop(stdin);
    let output = clang.wait_with_output().unwrap();
    assert!(output.status.success(), "{compiler} refuses the generated text");
    String::from_utf8(output.stdout).unwrap()
}

fn read_all(cases: &[Case], compiler: &str, options: &[&str]) -> (Module, Vec<Body>) {
    let mut c = String::from("#include <stdatomic.h>\n");
    for (index, case) in cases.iter().enumerate() {
        c += &case.c.replacen('@', &format!("f{index}"), 1);
        c.push('\n');
    }
    let text = compile(compiler, options, &c);
    let module = read_module("generated.ll", text.into(), &Types::new()).unwrap();
    let ids = (0..module.symbols.len() as u32).map(SymbolId);
    let bodies: Vec<Body> = ids.filter_map(|id| module.body(id)).map(|body| body.unwrap().clone()).collect();
    assert_eq!(bodies.len(), cases.len());
    (module, bodies)
}

#[test]
fn every_function_consists_of_what_it_should() {
    let cases = cases();
    for compiler in compilers() {
        let (module, bodies) = read_all(&cases, compiler, &["-O0"]);
        for (case, body) in cases.iter().zip(&bodies) {
            let instructions = body.blocks.iter().flat_map(|block| &block.instructions);
            let operations: Vec<String> = instructions.filter_map(|i| describe(&module, &i.op)).collect();
            assert_eq!(operations, case.operations, "{compiler}: {}", case.c);
        }
    }
}

#[test]
fn optimised_and_with_debug_info() {
    let cases = cases();
    for compiler in compilers() {
        for level in ["-O1", "-O2", "-O3"] {
            let (_, bodies) = read_all(&cases, compiler, &[level, "-g"]);
            assert!(
                bodies
                    .iter()
                    .all(|body| body.blocks.last().is_some_and(|block| !block.instructions.is_empty()))
            );
        }
    }
}

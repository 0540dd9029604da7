//! LangRef: "call Instruction", "invoke Instruction", "landingpad Instruction", "va_arg Instruction".

use mazurka_ir::constant::Constant;
use mazurka_ir::instruction::{Call, Callee, Clause, Op, Value};
use mazurka_ir::types::{Type, TypeId};

use super::*;

fn call(line: &str) -> Call {
    match op(line) {
        Op::Call(call) => *call,
        other => panic!("{other:?} is not a call"),
    }
}

fn callee(symbol: u32) -> Callee {
    Callee::Value(Value::Constant(Constant::Symbol(SymbolId(symbol))))
}

#[test]
fn plain_calls() {
    let plain = Call {
        callee: callee(1),
        result: TypeId::VOID,
        function_type: None,
        arguments: vec![],
        returns_twice: false,
    };
    for text in [
        "call void @void()",
        "tail call void @void() #3, !dbg !7",
        "musttail call fastcc void @void() nounwind \"key\"=\"value\" memory(none)",
        "notail call cc10 addrspace(0) void @void() [ \"deopt\"(i32 1, ptr null) ], !srcloc !3",
    ] {
        assert_eq!(call(text), plain, "{text}");
    }
}

#[test]
fn arguments_and_results() {
    let call = call("%r = call noundef range(i32 -1, 10) i32 @int(i32 noundef signext %a)");
    assert_eq!((call.callee, call.result), (callee(2), TypeId::I32));
    assert_eq!(call.arguments.len(), 1);
    assert_eq!(call.arguments[0].operand, operand(TypeId::I32, local(A)));
    assert!(call.arguments[0].attributes.signext);
}

#[test]
fn a_call_may_give_the_whole_type() {
    let (module, op, ty) = typed_op("%r = call i32 (ptr, ...) @variadic(ptr %p, i32 %a, double 1.0)");
    let Op::Call(call) = op else { panic!("{op:?}") };
    let params = [TypeId::PTR].as_slice().into();
    let function = Type::Function { result: TypeId::I32, params, varargs: true };
    assert_eq!(call.function_type.map(|ty| module.types.get(ty)), Some(function));
    assert_eq!((call.arguments.len(), ty), (3, Some(TypeId::I32)));
}

#[test]
fn indirect_calls() {
    assert_eq!(call("call void %p()").callee, Callee::Value(local(P)));
    let through = call("call void inttoptr (i64 8 to ptr)()").callee;
    assert!(matches!(through, Callee::Value(Value::Constant(Constant::Expr(_)))));
}

#[test]
fn inline_assembly() {
    let call = call("call void asm sideeffect \"mf\\22ence\", \"~{memory},~{dirflag}\"() #4, !srcloc !7");
    let Callee::InlineAsm(asm) = call.callee else { panic!() };
    assert_eq!((&*asm.template, &*asm.constraints), ("mf\"ence", "~{memory},~{dirflag}"));
    assert!(asm.volatile && !asm.intel);
    assert!(matches!(
        op("%r = call i32 asm \"addl $1,$0\", \"=r,r,0\"(i32 %a, i32 3)"),
        Op::Call(call) if call.arguments.len() == 2
    ));
}

#[test]
fn assembly_that_jumps() {
    let (_, body) = lines(
        "  %r = callbr i32 asm inteldialect \"jmp ${2:l}\", \"=r,r,!i,!i\"(i32 %a) #2\n          to label %next [label %one, label %two], \
         !dbg !3\nnext:\n  ret void\none:\n  ret void\ntwo:\n  ret void",
    );
    let jump = &body.blocks[0].instructions[0];
    let Op::CallBr { call, fallthrough, labels } = &jump.op else { panic!() };
    assert_eq!((call.arguments.len(), *fallthrough, &labels[..]), (1, block(1), &[block(2), block(3)][..]));
    assert!(matches!(&call.callee, Callee::InlineAsm(asm) if asm.intel && !asm.volatile));
    assert!(jump.op.is_terminator() && jump.result == Some(RESULT));
    let mut successors = Vec::new();
    jump.op.for_each_successor(|to| successors.push(to));
    assert_eq!(successors, [block(1), block(2), block(3)]);
}

#[test]
fn a_call_that_returns_twice() {
    let module = module(
        "declare i32 @_setjmp(ptr)\ndefine void @f(ptr %p) {\n  %1 = call i32 @_setjmp(ptr %p) #1\n  \
         %2 = call i32 @_setjmp(ptr %p) #2\n  %3 = call i32 @_setjmp(ptr %p) returns_twice\n  ret void\n}\n\
         attributes #1 = { nounwind returns_twice }\nattributes #2 = { nounwind \"returns_twice\" }\n",
    );
    let twice: Vec<bool> = body(&module, "f").blocks[0]
        .instructions
        .iter()
        .filter_map(
            |instruction| if let Op::Call(call) = &instruction.op { Some(call.returns_twice) } else { None },
        )
        .collect();
    assert_eq!(twice, [true, false, true]);
}

#[test]
fn metadata_as_an_argument() {
    let module = module(
        "declare i64 @llvm.read_register.i64(metadata)\ndefine void @f() {\n  \
         %1 = call i64 @llvm.read_register.i64(metadata !0)\n  ret void\n}\n!0 = !{!\"rsp\"}\n",
    );
    let Op::Call(call) = &body(&module, "f").blocks[0].instructions[0].op else { panic!() };
    let expected = operand(TypeId::METADATA, Value::Constant(Constant::Unsupported("!0".into())));
    assert_eq!(call.arguments[0].operand, expected);
}

#[test]
fn exceptions() {
    let (module, body) = lines(
        "  %r = invoke i32 @int(i32 %a)\n          to label %ok unwind label %bad, !dbg !3\nok:\n  ret void\nbad:\n  \
         %e = landingpad { ptr, i32 }\n          cleanup\n          catch ptr @g\n          \
         filter [1 x ptr] [ptr @g], !dbg !4\n  resume { ptr, i32 } %e",
    );
    let Op::Invoke { call, normal, unwind } = &body.blocks[0].instructions[0].op else { panic!() };
    assert_eq!((&call.callee, *normal, *unwind), (&callee(2), block(1), block(2)));
    let exception = module.types.structure(&[TypeId::PTR, TypeId::I32]);
    let Op::LandingPad { ty, cleanup, clauses } = &body.blocks[2].instructions[0].op else { panic!() };
    assert_eq!((*ty, *cleanup, clauses.len()), (exception, true, 2));
    let typeinfo = operand(TypeId::PTR, Value::Constant(Constant::Symbol(SymbolId(0))));
    assert_eq!(clauses[0], Clause::Catch(typeinfo));
    assert!(matches!(clauses[1], Clause::Filter(_)));
    let landed = LocalId(RESULT.0 + 1);
    assert_eq!(body.blocks[2].instructions[1].op, Op::Resume(operand(exception, local(landed))));
}

#[test]
fn variable_arguments() {
    assert_eq!(op("%r = va_arg ptr %p, i32"), Op::VaArg { list: local(P), ty: TypeId::I32 });
}

#[test]
fn malformed_calls() {
    let of = |line: &str| body_error(&format!("  {line}\n  ret void"));
    let arguments = "the arguments do not fit the type of the function";
    assert_eq!(of("call void (i32) @void()"), format!("1:19: {arguments}"));
    assert_eq!(of("call void (i32) @void(i64 1)"), format!("1:19: {arguments}"));
    assert_eq!(of("call void () @void(i64 1)"), format!("1:16: {arguments}"));
    assert_eq!(of("call label @void()"), "1:14: no function returns this type");
    assert_eq!(of("call void @void(void undef)"), "1:19: no value has this type");
    assert_eq!(of("%r = call void @void()"), "1:3: the instruction has no result to name");
    assert_eq!(of("call void @void(i32 %a"), "2:3: expected `,`, found `ret`");
    assert_eq!(
        of("musttail call void (ptr, ...) @variadic(ptr %p, ...)"),
        "1:54: unsupported: a call that forwards the variable arguments of its caller"
    );
}

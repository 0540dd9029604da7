//! Inline assembly: what becomes of it, and that no text makes the decoder panic.

use super::*;
use crate::support::exercise::exercise;
use mazurka_machine::toy::Random;
use mazurka_vm::assembly::OldValue;

/// A program whose `main` is one piece of assembly.
fn module(template: &str, constraints: &str) -> String {
    let escaped: String = template
        .bytes()
        .map(|byte| match byte {
            b'"' | b'\\' | ..b' ' | 0x7f.. => format!("\\{byte:02X}"),
            _ => char::from(byte).to_string(),
        })
        .collect();
    format!(
        "@x = global i64 5
define i32 @main() {{
%r = call i64 asm sideeffect \"{escaped}\", \"{constraints}\"(i64 3, i64 4, ptr elementtype(i64) @x, i32 7)
%t = trunc i64 %r to i32
ret i32 %t
}}
"
    )
}

const CONSTRAINTS: &str = "=r,0,r,*m,i,~{memory}";

fn insns(template: &str) -> Vec<Insn> {
    code_of(&program(&module(template, CONSTRAINTS)), "main").insns.clone()
}

fn refusal(template: &str, constraints: &str) -> String {
    let program = program(&module(template, constraints));
    match &code_of(&program, "main").unsupported[..] {
        [reason] => reason.clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_update_whose_result_is_not_used_is_one_instruction() {
    let accesses: Vec<Insn> = insns("lock; addl $$1, $3").into_iter().filter(Insn::accesses_memory).collect();
    assert!(
        matches!(accesses[..], [Insn::AtomicRmw { size: 4, used: OldValue::Unused, .. }]),
        "{accesses:?}"
    );
}

#[test]
fn an_update_without_lock_is_a_load_and_a_store() {
    let accesses: Vec<Insn> = insns("addq $2, $3").into_iter().filter(Insn::accesses_memory).collect();
    let expected =
        matches!(accesses[..], [Insn::AtomicLoad { size: 8, .. }, Insn::AtomicStore { size: 8, .. }]);
    assert!(expected, "{accesses:?}");
}

#[test]
fn without_volatile_only_what_locks_is_atomic() {
    let text = module("movq $3, $0; movw ${2:w}, $3; lock; incb $3", CONSTRAINTS).replace("sideeffect ", "");
    let all = code_of(&program(&text), "main").insns.clone();
    let accesses: Vec<Insn> = all.into_iter().filter(Insn::accesses_memory).collect();
    let expected =
        matches!(accesses[..], [Insn::Load64 { .. }, Insn::Store16 { .. }, Insn::AtomicRmw { size: 1, .. }]);
    assert!(expected, "{accesses:?}");
}

#[test]
fn flags_that_no_instruction_reads_cost_nothing() {
    let tests =
        |insn: &Insn| matches!(insn, Insn::CompareImm { .. } | Insn::IntUnary { .. } | Insn::LShrImm { .. });
    let count = |template| insns(template).iter().filter(|insn| tests(insn)).count();
    assert_eq!((count("addq $2, $0"), count("addq $2, $0; setz ${0:b}")), (0, 1));
}

#[test]
fn what_is_refused_and_why() {
    let reason = |template| refusal(template, CONSTRAINTS);
    let start = |text: &str| format!("test.ll:3: the inline assembly `{text}` is not supported");
    assert_eq!(
        reason("nop; frobnicate $$5, $0"),
        format!(
            "{}: compile without it, many libraries have a macro for that (see docs/inline-assembly.md)",
            start("frobnicate $5,%0")
        )
    );
    for (template, expected) in [
        ("movl x(%rip), ${0:k}", "movl x(%rip),%k0` is not supported (it uses a symbol by its name)"),
        ("lock; movq $0, $3", "lock movq %0,%3` is not supported (`lock` does not go with it)"),
        ("lock; addq $2, $0", "(`lock` needs an operand in memory)"),
        ("incl", "(it should have 1 operand)"),
        ("inc $3", "(nothing says how large its operands are)"),
        ("movq %xmm0, $0", "(the register `%xmm0` is not supported)"),
        ("jmp 1f", "(it jumps out of its text)"),
        ("pop $0", "(it pops what was not pushed)"),
        ("movq 8(%rsp), $0", "(the stack pointer has no meaning here)"),
        ("movq $0, $4", "(a constant cannot be written)"),
    ] {
        assert!(reason(template).contains(expected), "{template}: {}", reason(template));
    }
    assert!(refusal("nop", "={xmm0},r,r,r,i").contains("the constraint \"={xmm0}\" is not supported"));
    let intel = module("nop", CONSTRAINTS).replace("sideeffect", "sideeffect inteldialect");
    let program = program(&intel);
    assert!(code_of(&program, "main").unsupported[0].contains("(it is in Intel's syntax)"));
}

const PIECES: &[&str] = &[
    "lock",
    "rep",
    ";",
    "\n",
    " ",
    ",",
    "$",
    "$$",
    "$0",
    "${1:b}",
    "${2:h}",
    "${0:k}",
    "$3",
    "${4:c}",
    "$9",
    "${",
    "}",
    "(",
    ")",
    "%",
    "%rax",
    "%al",
    "%ah",
    "%fs:",
    "%rsp",
    "%rip",
    "1:",
    "2:",
    "1b",
    "2f",
    "x",
    "-",
    "+",
    "*",
    "5",
    "0x10",
    "08",
    "4",
    ":",
    "#",
    "/*",
    "*/",
    "$(",
    "$|",
    "$)",
    "mov",
    "l",
    "q",
    "b",
    "w",
    "add",
    "adc",
    "sub",
    "cmp",
    "xadd",
    "cmpxchg",
    "cmpxchg16b",
    "xchg",
    "bts",
    "bsr",
    "shl",
    "rol",
    "shld",
    "mul",
    "imul",
    "div",
    "neg",
    "jmp",
    "jz",
    "loop",
    "setc",
    "cmovz",
    "push",
    "pop",
    "stos",
    "movsb",
    "cpuid",
    "rdtsc",
    "lea",
    ".p2align",
    ".byte",
    ".pushsection",
    ".popsection",
    "~",
    "<<",
    "|",
    "ä",
    "\u{0}",
    "\"",
];

#[test]
fn no_text_makes_the_decoder_panic() {
    let mut random = Random::new(7);
    let mut accepted = 0;
    for _ in 0..3000 {
        let count = 1 + random.below(12);
        let pieces: Vec<&str> = (0..count).map(|_| random.one_of(PIECES)).collect();
        let template = pieces.join(if random.below(2) == 0 { "" } else { " " });
        let text = module(&template, CONSTRAINTS);
        let outcome = std::panic::catch_unwind(|| exercise(&text));
        assert!(outcome.is_ok(), "{template:?}");
        accepted += usize::from(code_of(&program(&text), "main").unsupported.is_empty());
    }
    assert!(
        (20..2900).contains(&accepted),
        "{accepted} texts were accepted: too few or too many to be a test"
    );
    for constraints in [
        "",
        "=r",
        "=r,0",
        "0,=r",
        "=r,r,r,*m,!i",
        "=r,7,r,*m,i",
        "=*m,0,*m,r",
        "={ax},{ax},{dx},*m,i",
        "=@cc,,,",
        "äö",
    ] {
        exercise(&module("addq $2, $0", constraints));
    }
}

#[test]
fn deep_texts_do_not_overflow_the_stack() {
    let deep = 20_000;
    for template in [
        format!("movq $${}5{}, $0", "(".repeat(deep), ")".repeat(deep)),
        format!("movq $${}5, $0", "-".repeat(deep)),
        format!("movq {}0, $0", "%fs:".repeat(deep)),
        format!("movq {}($0{}, $0", "(".repeat(deep), ")".repeat(deep)),
    ] {
        exercise(&module(&template, CONSTRAINTS));
    }
}

//! What the assembler does itself. Instructions that older assemblers do not know are written as bytes.

use crate::lower::function::Lowered;

pub(super) enum Meaning<'t> {
    Nothing,
    /// The instruction of this name.
    Instruction(&'t str),
}

/// Directives without an effect on what is executed.
const IGNORED: &[&str] = &[
    ".p2align",
    ".p2alignw",
    ".p2alignl",
    ".align",
    ".balign",
    ".loc",
    ".file",
    ".type",
    ".size",
    ".globl",
    ".global",
    ".local",
    ".hidden",
    ".att_syntax",
    ".code64",
    // No symbol is defined, so what follows is assembled.
    ".ifndef",
    ".endif",
];

/// Instructions as bytes.
const ENCODINGS: &[(&[u64], &str)] = &[
    (&[0x90], "nop"),
    (&[0xf3, 0x90], "pause"),
    (&[0xcc], "int3"),
    (&[0x0f, 0x0b], "ud2"),
    (&[0x0f, 0xa2], "cpuid"),
    (&[0x0f, 0x31], "rdtsc"),
    (&[0x0f, 0x01, 0xf9], "rdtscp"),
    (&[0x0f, 0x01, 0xd0], "xgetbv"),
    (&[0x0f, 0xae, 0xe8], "lfence"),
    (&[0x0f, 0xae, 0xf0], "mfence"),
    (&[0x0f, 0xae, 0xf8], "sfence"),
];

pub(super) fn meaning<'t>(name: &'t str, operands: &[String]) -> Lowered<Meaning<'t>> {
    if !name.starts_with('.') {
        return Ok(Meaning::Instruction(name));
    }
    if IGNORED.contains(&name) || name.starts_with(".cfi_") {
        return Ok(Meaning::Nothing);
    }
    if name == ".byte" {
        let bytes: Option<Vec<u64>> = operands.iter().map(|text| byte(text)).collect();
        let known = ENCODINGS.iter().find(|(encoding, _)| bytes.as_deref() == Some(*encoding));
        if let Some((_, instruction)) = known {
            return Ok(Meaning::Instruction(instruction));
        }
    }
    Err(String::new())
}

fn byte(text: &str) -> Option<u64> {
    match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

//! The inline assembly that concurrent C programs use: barriers, hints, and empty templates that hide a value.

use mazurka_ir::instruction::{Call, InlineAsm, LocalId};

use super::function::{Lowered, Lowering};
use crate::code::{AtomicOrder, Insn};

impl Lowering<'_, '_> {
    pub(crate) fn inline_asm(
        &mut self,
        result: Option<LocalId>,
        asm: &InlineAsm,
        call: &Call,
    ) -> Lowered<()> {
        for instruction in asm.template.split(['\n', ';']) {
            match instruction.trim() {
                "" | "nop" | "pause" | "rep" | "lock" => {}
                "mfence" | "lfence" | "sfence" => self.emit(Insn::Fence { order: AtomicOrder::SeqCst }),
                // The usual full barrier of older code: `lock; addl $0,0(%esp)` on a word of the stack.
                other if is_stack_barrier(other) => self.emit(Insn::Fence { order: AtomicOrder::SeqCst }),
                other => return Err(format!("the inline assembly `{other}` is not supported")),
            }
        }
        self.asm_outputs(result, asm, call)
    }

    /// Without instructions an output is the input that it is tied to, or undefined.
    fn asm_outputs(&mut self, result: Option<LocalId>, asm: &InlineAsm, call: &Call) -> Lowered<()> {
        let Some(result) = result else { return Ok(()) };
        let constraints: Vec<&str> = asm.constraints.split(',').map(str::trim).collect();
        let outputs = constraints.iter().filter(|c| c.starts_with('=') && !c.contains('*')).count();
        let registers = self.shape(call.result)?.registers;
        let d = self.result(result, registers)?;
        let mut tied = Vec::new();
        let inputs =
            constraints.iter().filter(|c| !c.starts_with('~') && (!c.starts_with('=') || c.contains('*')));
        for (input, argument) in inputs.zip(&call.arguments) {
            if let Ok(output) = input.parse::<usize>() {
                tied.push((output, &argument.operand));
            }
        }
        if outputs != 1 && usize::from(registers) != outputs {
            return Err("inline assembly with results of this type is not supported".into());
        }
        for register in 0..registers {
            let (output, within) = if outputs == 1 { (0, register) } else { (usize::from(register), 0) };
            let arg = match tied.iter().find(|(tied, _)| *tied == output) {
                Some((_, operand)) => self.operand(operand)?.arg(within),
                None => super::function::Arg::Bits(0),
            };
            self.mov(d + register, arg);
        }
        Ok(())
    }
}

/// `lock; addl $0,0(%rsp)` and its variants, `lock` perhaps in front.
fn is_stack_barrier(instruction: &str) -> bool {
    let words = instruction.strip_prefix("lock").unwrap_or(instruction).trim_start();
    let Some(operands) = ["addl", "addq", "orl", "orq", "addb"].iter().find_map(|op| words.strip_prefix(op))
    else {
        return false;
    };
    let operands: String = operands.chars().filter(|c| !c.is_whitespace()).collect();
    let Some(at) = operands.strip_prefix("$$0,").or_else(|| operands.strip_prefix("$$0x0,")) else {
        return false;
    };
    ["(%rsp)", "(%esp)", "(%%rsp)", "(%%esp)"].iter().any(|stack| at.ends_with(stack))
}

//! Inline assembly for x86-64 in AT&T's syntax: the instructions that C libraries use for atomic accesses, bits, wide arithmetic and
//! questions about the processor. One file per group of instructions, each with a table from name to function; `docs/inline-assembly.md`
//! lists them. The text is interpreted once, when the function is lowered, and becomes bytecode.

mod arithmetic;
mod assembly;
mod bind;
mod bits;
mod conditions;
mod constraints;
mod directives;
mod exchange;
mod flags;
mod flow;
mod moves;
mod operands;
mod processor;
mod registers;
mod shifts;
mod strings;
mod text;
mod wide;

use mazurka_ir::instruction::{BlockId, Call, Callee, InlineAsm, LocalId};

use super::function::{Lowered, Lowering, TOO_MANY_REGISTERS};
use assembly::{Assembly, Instruction};
use conditions::Condition;
use flow::Flow;
use text::{Prefix, Statement};

pub(crate) use processor::XCR0;

/// A row of a table: an instruction by its name without suffix.
struct Row {
    name: &'static str,
    run: Run,
    /// It may have the prefix `lock`.
    locks: bool,
}

type Run = fn(&mut Assembly, &Instruction) -> Lowered<()>;

const fn row(name: &'static str, run: Run) -> Row {
    Row { name, run, locks: false }
}

/// One that may have the prefix `lock`.
const fn locking(name: &'static str, run: Run) -> Row {
    Row { name, run, locks: true }
}

static GROUPS: &[&[Row]] = &[
    moves::GROUP,
    arithmetic::GROUP,
    bits::GROUP,
    shifts::GROUP,
    wide::GROUP,
    exchange::GROUP,
    processor::GROUP,
    strings::GROUP,
];

/// What a name means, and the size that its suffix says.
enum Meaning {
    Row(&'static Row),
    Set(Condition),
    MoveIf(Condition),
    JumpIf(Condition),
    Jump,
    CountDown,
}

fn meaning(name: &str) -> Option<(Meaning, Option<u8>)> {
    let shorter = name.char_indices().last().map(|(at, suffix)| (&name[..at], suffix));
    let sized = shorter.and_then(|(stem, suffix)| Some((stem, suffix_bits(suffix)?)));
    if let Some(meaning) = unsized_meaning(name) {
        return Some((meaning, None));
    }
    sized.and_then(|(stem, bits)| Some((unsized_meaning(stem)?, Some(bits))))
}

fn suffix_bits(suffix: char) -> Option<u8> {
    Some(match suffix {
        'b' => 8,
        'w' => 16,
        'l' => 32,
        'q' => 64,
        _ => return None,
    })
}

fn unsized_meaning(name: &str) -> Option<Meaning> {
    if let Some(row) = GROUPS.iter().flat_map(|group| group.iter()).find(|row| row.name == name) {
        return Some(Meaning::Row(row));
    }
    let condition = |prefix| name.strip_prefix(prefix).and_then(Condition::parse);
    match name {
        "jmp" => Some(Meaning::Jump),
        "loop" => Some(Meaning::CountDown),
        _ => None,
    }
    .or_else(|| condition("set").map(Meaning::Set))
    .or_else(|| condition("cmov").map(Meaning::MoveIf))
    .or_else(|| condition("j").map(Meaning::JumpIf))
}

impl Lowering<'_, '_> {
    pub(crate) fn inline_asm(
        &mut self,
        result: Option<LocalId>,
        asm: &InlineAsm,
        call: &Call,
    ) -> Lowered<()> {
        self.all_or_nothing(|lowering| lowering.assemble(result, asm, call, &[]))
    }

    /// `asm goto` (LangRef `callbr`): the text falls through, or jumps to a label.
    pub(crate) fn asm_goto(
        &mut self,
        result: Option<LocalId>,
        call: &Call,
        fallthrough: BlockId,
        labels: &[BlockId],
    ) -> Lowered<()> {
        let Callee::InlineAsm(asm) = &call.callee else {
            return Err("`callbr` of something else than inline assembly".into());
        };
        self.all_or_nothing(|lowering| {
            lowering.assemble(result, asm, call, labels)?;
            lowering.br(fallthrough)
        })
    }

    /// Removes what was emitted for a text that is then refused.
    fn all_or_nothing(&mut self, work: impl FnOnce(&mut Self) -> Lowered<()>) -> Lowered<()> {
        let (block, blocks, order) = (self.block, self.draft.blocks.len(), self.draft.order.len());
        let steps = self.draft.blocks[block as usize].len();
        let done = work(self);
        if done.is_err() {
            self.block = block;
            self.draft.order.truncate(order);
            self.draft.blocks.truncate(blocks);
            self.draft.edges.retain(|&edge| (edge as usize) < blocks);
            self.draft.blocks[block as usize].truncate(steps);
        }
        done
    }

    fn assemble(
        &mut self,
        result: Option<LocalId>,
        asm: &InlineAsm,
        call: &Call,
        labels: &[BlockId],
    ) -> Lowered<()> {
        let template = match asm.intel {
            false => &*asm.template,
            true if *asm.template == *CPUID_OF_RUST => CPUID_OF_RUST_IN_ATT,
            true => return Err(refuse(&text::as_in_c(&asm.template), "it is in Intel's syntax")),
        };
        let whole = |reason: String| refuse(&text::as_in_c(template), &reason);
        let constraints = constraints::parse(&asm.constraints).map_err(whole)?;
        let statements = text::statements(template);
        let mut assembly = Assembly::new(self, &constraints, call, labels, asm.volatile).map_err(whole)?;
        let outputs = assembly.outputs(&constraints, result, call).map_err(whole)?;
        let flow = Flow::new(&mut assembly, &statements, outputs);
        for (at, statement) in statements.iter().enumerate() {
            if let Some(block) = flow.block_at(at) {
                assembly.emit(crate::code::Insn::Jump { to: block });
                assembly.lowering.block = block;
            }
            assembly.statement(statement, at, &flow).map_err(|reason| refuse(&statement.shown(), &reason))?;
        }
        assembly.end(&flow)
    }
}

/// `core::arch::x86_64::__cpuid_count` of Rust, by which `is_x86_feature_detected!` asks: the only text in Intel's syntax that is known.
const CPUID_OF_RUST: &str = "mov ${0:q}, rbx\ncpuid\nxchg ${0:q}, rbx";
const CPUID_OF_RUST_IN_ATT: &str = "mov %rbx, ${0:q}\ncpuid\nxchg %rbx, ${0:q}";

/// A message with the text and what to do. Running out of registers is not the text's fault.
fn refuse(text: &str, reason: &str) -> String {
    if reason == TOO_MANY_REGISTERS {
        return reason.into();
    }
    let reason = if reason.is_empty() { String::new() } else { format!(" ({reason})") };
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    format!(
        "the inline assembly `{text}` is not supported{reason}: compile without it, many libraries have a macro for that \
         (see docs/inline-assembly.md)"
    )
}

impl Assembly<'_, '_, '_> {
    fn statement(&mut self, statement: &Statement, here: usize, flow: &Flow) -> Lowered<()> {
        let lock = statement.prefixes.contains(&Prefix::Lock);
        let repeat = statement.prefixes.contains(&Prefix::Repeat);
        let texts = &statement.operands[..];
        if statement.name.is_empty() && statement.prefixes.is_empty() {
            return Ok(());
        }
        let name = match directives::meaning(&statement.name, texts)? {
            directives::Meaning::Nothing => return Ok(()),
            directives::Meaning::Instruction(name) => name,
        };
        let (meaning, bits) = meaning(name).ok_or("")?;
        let mut i = Instruction { bits, lock, repeat, operands: Vec::new(), texts };
        if lock && !matches!(meaning, Meaning::Row(Row { locks: true, .. })) {
            return Err("`lock` does not go with it".into());
        }
        match meaning {
            Meaning::JumpIf(condition) => return self.jump_if(condition, flow, &i, here),
            Meaning::Jump => return self.jump(flow, &i, here),
            Meaning::CountDown => return self.count_down(flow, &i, here),
            _ => {}
        }
        if !statement.name.starts_with('.') {
            i.operands = self.operands(texts)?;
        }
        match meaning {
            Meaning::Set(condition) => self.set(condition, &i),
            Meaning::MoveIf(condition) => self.move_if(condition, &i),
            Meaning::Row(row) if flow.has_labels() && moves::uses_stack(row.name) => {
                Err("the stack and labels do not go together here".into())
            }
            Meaning::Row(row) => (row.run)(self, &i),
            Meaning::JumpIf(_) | Meaning::Jump | Meaning::CountDown => Ok(()),
        }
    }

    fn operands(&self, texts: &[String]) -> Lowered<Vec<assembly::Operand>> {
        let read = |text: &String| {
            operands::Reader { rest: text, bound: &self.bound, general: &self.general }.operand()
        };
        texts.iter().map(read).collect()
    }
}

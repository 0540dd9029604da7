//! Operands of instructions as AT&T's assembler writes them: `%eax`, `$5`, `8(%rdi,%rcx,4)`, and `$0` or `${0:b}` for those that the
//! compiler fills in.

use super::assembly::{Bound, Memory, Operand};
use super::registers::{self, Part, RSP};
use crate::code::Reg;
use crate::lower::function::Lowered;

/// Reads one operand.
pub(super) struct Reader<'t> {
    pub rest: &'t str,
    pub bound: &'t [Bound],
    pub general: &'t [Reg; registers::COUNT],
}

/// An operand of the compiler's, or a number: what can stand before the parentheses of an address.
enum Term {
    Number(i64),
    Operand(Operand),
}

const UNREADABLE: &str = "its operands are not understood";

impl<'t> Reader<'t> {
    pub(super) fn operand(&mut self) -> Lowered<Operand> {
        let operand = self.any()?;
        self.skip_space();
        if self.rest.is_empty() { Ok(operand) } else { Err(UNREADABLE.into()) }
    }

    fn any(&mut self) -> Lowered<Operand> {
        self.skip_space();
        if self.eat("$$") {
            return Ok(Operand::Immediate(self.sum()? as u64));
        }
        if !self.rest.starts_with('%') {
            return self.memory_or_bound();
        }
        let name = self.register_name();
        if name == "fs" && self.eat(":") {
            return self.thread_relative();
        }
        let Part { number, bits, high } = find(name)?;
        if number == RSP {
            return Err("the stack pointer has no meaning here".into());
        }
        Ok(Operand::Register { register: self.general[number], bits, high })
    }

    /// Behind `%fs:`.
    fn thread_relative(&mut self) -> Lowered<Operand> {
        let is_start = match self.rest.starts_with('%') {
            true => false,
            false => self.any()? == Operand::Memory(Memory::default()),
        };
        match is_start {
            true => Ok(Operand::Memory(Memory { is_thread_pointer: true, ..Memory::default() })),
            false => Err("of what `%fs` points to only the thread pointer itself can be read".into()),
        }
    }

    /// An operand of the compiler's, or memory: `8(%rdi)`, `4+$0`, `${1:c}($2)`.
    fn memory_or_bound(&mut self) -> Lowered<Operand> {
        let (mut displacement, mut found) = (0_i64, None);
        let mut terms = 0;
        self.skip_space();
        while !self.rest.is_empty() && !self.at_address() {
            let is_negative = self.eat("-");
            if !is_negative && terms > 0 && !self.rest.starts_with('$') && !self.eat("+") {
                return Err(UNREADABLE.into());
            }
            self.eat("+");
            self.skip_space();
            match self.term()? {
                Term::Number(number) if is_negative => displacement = displacement.wrapping_sub(number),
                Term::Number(number) => displacement = displacement.wrapping_add(number),
                Term::Operand(operand) if found.is_none() && !is_negative => found = Some(operand),
                Term::Operand(_) => return Err(UNREADABLE.into()),
            }
            terms += 1;
            self.skip_space();
        }
        let is_address = self.at_address();
        match found {
            Some(Operand::Immediate(value)) if is_address => {
                self.registers(displacement.wrapping_add(value as i64))
            }
            None if is_address => self.registers(displacement),
            Some(Operand::Memory(memory)) if !is_address => {
                let displacement = memory.displacement.wrapping_add(displacement);
                Ok(Operand::Memory(Memory { displacement, ..memory }))
            }
            Some(operand) if !is_address && terms == 1 => Ok(operand),
            None if terms > 0 => Ok(Operand::Memory(Memory { displacement, ..Memory::default() })),
            _ => Err(UNREADABLE.into()),
        }
    }

    /// `(base,index,scale)` and not `(1+2)`.
    fn at_address(&self) -> bool {
        let inside = self.rest.strip_prefix('(').map(str::trim_start);
        inside.is_some_and(|inside| {
            let is_operand = inside.starts_with('$') && !inside.starts_with("$$");
            inside.starts_with(['%', ',']) || is_operand
        })
    }

    /// Base and index of an address.
    fn registers(&mut self, displacement: i64) -> Lowered<Operand> {
        let inside = self.rest.strip_prefix('(').and_then(|rest| rest.split_once(')'));
        let (inside, behind) = inside.ok_or(UNREADABLE)?;
        self.rest = behind;
        let mut parts = inside.split(',').map(str::trim);
        let mut memory = Memory { displacement, ..Memory::default() };
        if let Some(base) = parts.next().filter(|base| !base.is_empty()) {
            (memory.base, memory.on_stack) = match base {
                "%rsp" | "%esp" => (None, true),
                _ => (Some(self.address_register(base)?), false),
            };
        }
        if let Some(index) = parts.next().filter(|index| !index.is_empty()) {
            let scale = match parts.next().unwrap_or("1") {
                "1" | "" => 1,
                "2" => 2,
                "4" => 4,
                "8" => 8,
                _ => return Err(UNREADABLE.into()),
            };
            memory.index = Some((self.address_register(index)?, scale));
        }
        if parts.next().is_some_and(|rest| !rest.is_empty()) {
            return Err(UNREADABLE.into());
        }
        Ok(Operand::Memory(memory))
    }

    fn address_register(&self, text: &str) -> Lowered<Reg> {
        let mut reader = Reader { rest: text, ..*self };
        match reader.operand()? {
            Operand::Register { register, bits: 64, high: false } => Ok(register),
            _ => Err("an address must be in a register of 64 bits".into()),
        }
    }

    fn term(&mut self) -> Lowered<Term> {
        if self.rest.starts_with('$') {
            return Ok(match self.bound()? {
                Operand::Immediate(value) if self.rest.starts_with(['+', '-', '*']) => {
                    Term::Number(value as i64)
                }
                operand => Term::Operand(operand),
            });
        }
        Ok(Term::Number(self.product()?))
    }

    /// `$0` or `${0:b}`.
    fn bound(&mut self) -> Lowered<Operand> {
        let (reference, rest) = match self.rest.strip_prefix("${") {
            Some(inside) => inside.split_once('}').ok_or(UNREADABLE)?,
            None => {
                let digits = &self.rest[1..];
                digits.split_at(digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len()))
            }
        };
        self.rest = rest;
        let (number, modifier) = reference.split_once(':').unwrap_or((reference, ""));
        let number: usize = number.parse().map_err(|_| UNREADABLE)?;
        modified(*self.bound.get(number).ok_or(UNREADABLE)?, modifier)
    }

    /// A constant expression.
    fn sum(&mut self) -> Lowered<i64> {
        let mut sum = self.product()?;
        loop {
            self.skip_space();
            if self.eat("+") {
                sum = sum.wrapping_add(self.product()?);
            } else if self.eat("-") {
                sum = sum.wrapping_sub(self.product()?);
            } else if self.eat("|") {
                sum |= self.product()?;
            } else {
                return Ok(sum);
            }
        }
    }

    fn product(&mut self) -> Lowered<i64> {
        let mut product = self.factor(0)?;
        loop {
            self.skip_space();
            if self.eat("*") {
                product = product.wrapping_mul(self.factor(0)?);
            } else if self.eat("<<") {
                product = product.wrapping_shl(self.factor(0)? as u32);
            } else {
                return Ok(product);
            }
        }
    }

    fn factor(&mut self, depth: u32) -> Lowered<i64> {
        /// Signs in a row, and characters between parentheses.
        const DEEPEST: u32 = 50;
        const LONGEST: usize = 200;
        self.skip_space();
        if depth > DEEPEST {
            return Err(UNREADABLE.into());
        }
        if self.eat("-") {
            return Ok(self.factor(depth + 1)?.wrapping_neg());
        }
        if self.eat("~") {
            return Ok(!self.factor(depth + 1)?);
        }
        if self.rest.starts_with('(') {
            let (inside, behind) = balanced(self.rest).ok_or(UNREADABLE)?;
            if inside.len() > LONGEST {
                return Err(UNREADABLE.into());
            }
            let mut reader = Reader { rest: inside, ..*self };
            let value = reader.sum()?;
            reader.skip_space();
            self.rest = behind;
            return if reader.rest.is_empty() { Ok(value) } else { Err(UNREADABLE.into()) };
        }
        if self.rest.starts_with('$') && !self.rest.starts_with("$$") {
            return match self.bound()? {
                Operand::Immediate(value) => Ok(value as i64),
                _ => Err(UNREADABLE.into()),
            };
        }
        self.number()
    }

    fn number(&mut self) -> Lowered<i64> {
        let end = self.rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(self.rest.len());
        let (digits, rest) = self.rest.split_at(end);
        let (digits, base) = match digits {
            _ if digits.starts_with("0x") || digits.starts_with("0X") => (&digits[2..], 16),
            _ if digits.len() > 1 && digits.starts_with('0') => (&digits[1..], 8),
            _ => (digits, 10),
        };
        let digits = digits.trim_end_matches(['u', 'U', 'l', 'L']);
        self.rest = rest;
        u64::from_str_radix(digits, base).map(|value| value as i64).map_err(|_| {
            if digits.starts_with(|c: char| c.is_ascii_alphabetic()) {
                "it uses a symbol by its name".into()
            } else {
                UNREADABLE.into()
            }
        })
    }

    /// The name behind `%`.
    fn register_name(&mut self) -> &'t str {
        let name = &self.rest[1..];
        let (name, rest) =
            name.split_at(name.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(name.len()));
        self.rest = rest;
        name
    }

    fn skip_space(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn eat(&mut self, token: &str) -> bool {
        let behind = self.rest.strip_prefix(token);
        self.rest = behind.unwrap_or(self.rest);
        behind.is_some()
    }
}

fn find(name: &str) -> Lowered<Part> {
    registers::find(name).ok_or_else(|| format!("the register `%{name}` is not supported"))
}

/// What is inside of the parentheses at the start, and what is behind them.
fn balanced(text: &str) -> Option<(&str, &str)> {
    let mut depth = 0_u32;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return Some((&text[1..at], &text[at + 1..]));
        }
    }
    None
}

/// GCC: "x86 Operand Modifiers".
fn modified(bound: Bound, modifier: &str) -> Lowered<Operand> {
    let unknown = || Err(format!("the operand modifier `{modifier}` is not supported here"));
    match bound {
        Bound::Register { bits: 0, .. } => Err("an operand of its type is not supported".into()),
        Bound::Register { first, bits } => {
            let (bits, high) = match modifier {
                "" => (bits, false),
                "b" => (8, false),
                "h" => (8, true),
                "w" => (16, false),
                "k" => (32, false),
                "q" => (64, false),
                "a" => {
                    return Ok(Operand::Memory(Memory { base: Some(first), ..Memory::default() }));
                }
                _ => return unknown(),
            };
            Ok(Operand::Register { register: first, bits, high })
        }
        Bound::Immediate(value) => match modifier {
            "" | "b" | "w" | "k" | "q" | "c" | "P" | "p" => Ok(Operand::Immediate(value)),
            "n" => Ok(Operand::Immediate(value.wrapping_neg())),
            "a" => {
                let displacement = value as i64;
                Ok(Operand::Memory(Memory { displacement, ..Memory::default() }))
            }
            _ => unknown(),
        },
        Bound::Memory { is_null: true, .. } => Ok(Operand::Memory(Memory::default())),
        Bound::Memory { address, .. } => match modifier {
            "" | "b" | "w" | "k" | "q" | "P" | "a" => {
                Ok(Operand::Memory(Memory { base: Some(address), ..Memory::default() }))
            }
            // The second half of 16 bytes.
            "H" => Ok(Operand::Memory(Memory { base: Some(address), displacement: 8, ..Memory::default() })),
            _ => unknown(),
        },
        Bound::Label(_) | Bound::Flag => Err("this operand has no value".into()),
    }
}

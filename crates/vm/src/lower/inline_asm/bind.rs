//! Operands of the call become those of the text, and registers of the text the call's results.

use mazurka_ir::constant::Constant;
use mazurka_ir::instruction::{self as ir, BlockId, Call, LocalId, Value};
use mazurka_ir::{Type, TypeId};

use super::assembly::{Assembly, Bound, Flags, immediate};
use super::constraints::{Constraint, Role};
use super::registers;
use crate::code::{Insn, Reg};
use crate::lower::function::{Lowered, Lowering, Source};

/// Where a result of the call comes from.
#[derive(Clone, Debug)]
pub(super) struct Output {
    pub role: Role,
    /// Its registers in the assembly, and in the result.
    from: Reg,
    to: Reg,
    /// For each of them, its bits.
    bits: Vec<u8>,
}

impl<'a, 'b, 'p> Assembly<'a, 'b, 'p> {
    /// All registers and flags begin as zero; operands have their values.
    pub(super) fn new(
        lowering: &'a mut Lowering<'b, 'p>,
        constraints: &[Constraint],
        call: &Call,
        labels: &[BlockId],
        is_volatile: bool,
    ) -> Lowered<Assembly<'a, 'b, 'p>> {
        let mut general = [0; registers::COUNT];
        for register in &mut general {
            *register = zeroed(lowering, 1)?;
        }
        let mut flag = || zeroed(lowering, 1);
        let (carry, parity, zero, sign, overflow) = (flag()?, flag()?, flag()?, flag()?, flag()?);
        let flags = Flags { carry, parity, zero, sign, overflow };
        let bound = Vec::with_capacity(constraints.len());
        let mut assembly = Assembly { lowering, general, flags, bound, is_volatile, stack: Vec::new() };
        assembly.bind(constraints, call, labels)?;
        Ok(assembly)
    }

    fn bind(&mut self, constraints: &[Constraint], call: &Call, labels: &[BlockId]) -> Lowered<()> {
        let outputs = output_types(self.lowering, constraints, call);
        let mut outputs = outputs.into_iter();
        let mut arguments = call.arguments.iter().map(|argument| &argument.operand);
        let mut labels = labels.iter();
        for constraint in constraints {
            let argument = match constraint.role.takes_argument() {
                true => Some(arguments.next().ok_or("an operand without an argument")?),
                false => None,
            };
            let bound = match (&constraint.role, argument) {
                (Role::Output, _) => {
                    let ty = outputs.next().ok_or("an output without a result")?;
                    self.place(constraint, ty)?
                }
                (Role::Flag(_), _) => {
                    outputs.next();
                    Bound::Flag
                }
                (Role::Label, _) => Bound::Label(*labels.next().ok_or("a label without a target")?),
                // Older versions of LLVM write labels like this.
                (_, Some(ir::Operand { value: Value::Constant(Constant::BlockAddress(..)), .. }))
                    if labels.len() > 0 =>
                {
                    Bound::Label(*labels.next().ok_or("a label without a target")?)
                }
                (Role::Memory, Some(argument)) => self.memory(argument)?,
                (Role::Tied(output), Some(argument)) => {
                    let bound = *self.bound.get(*output).ok_or("an operand tied to a later one")?;
                    self.fill(bound, argument)?;
                    bound
                }
                (_, Some(argument)) => self.input(constraint, argument)?,
                (_, None) => return Err("an operand without an argument".into()),
            };
            self.bound.push(bound);
        }
        Ok(())
    }

    fn memory(&mut self, argument: &ir::Operand) -> Lowered<Bound> {
        let is_null = matches!(argument.value, Value::Constant(Constant::Null));
        let address = self.lowering.pointer(&argument.value)?;
        Ok(Bound::Memory { address, is_null })
    }

    fn input(&mut self, constraint: &Constraint, argument: &ir::Operand) -> Lowered<Bound> {
        if constraint.may_be_immediate
            && let Source::Words(words) = self.lowering.operand(argument)?
            && let ([value], Some(bits)) = (&words[..], self.bits(argument.ty)?.first())
        {
            return Ok(Bound::Immediate(immediate(*value, *bits)));
        }
        let bound = self.place(constraint, argument.ty)?;
        self.fill(bound, argument)?;
        Ok(bound)
    }

    /// The registers of a value of this type.
    fn place(&mut self, constraint: &Constraint, ty: TypeId) -> Lowered<Bound> {
        let all = self.bits(ty)?;
        let bits = if let [bits] = all[..] { usable(bits) } else { 0 };
        let first = match constraint.register {
            Some(_) if all.len() != 1 => return Err("a value of this type does not fit its register".into()),
            Some(number) => self.general[number],
            None => zeroed(self.lowering, all.len() as u16)?,
        };
        Ok(Bound::Register { first, bits })
    }

    fn fill(&mut self, bound: Bound, argument: &ir::Operand) -> Lowered<()> {
        let Bound::Register { first, .. } = bound else {
            return Err("an operand tied to no register".into());
        };
        let source = self.lowering.operand(argument)?;
        for register in 0..self.lowering.shape(argument.ty)?.registers {
            self.lowering.mov(first + register, source.arg(register));
        }
        Ok(())
    }

    /// The bits of each register of a type.
    fn bits(&mut self, ty: TypeId) -> Lowered<Vec<u8>> {
        let shape = self.lowering.shape(ty)?;
        Ok(shape.parts.iter().flat_map(|part| part.scalar.register_bits()).collect())
    }

    /// Where the results are when the assembly ends.
    pub(super) fn outputs(
        &mut self,
        constraints: &[Constraint],
        result: Option<LocalId>,
        call: &Call,
    ) -> Lowered<Vec<Output>> {
        let Some(result) = result else { return Ok(Vec::new()) };
        let types = output_types(self.lowering, constraints, call);
        let mut to = self.lowering.home(result)?;
        let mut outputs = Vec::new();
        let places = constraints.iter().zip(self.bound.clone());
        let places = places.filter(|(each, _)| matches!(each.role, Role::Output | Role::Flag(_)));
        for ((constraint, bound), ty) in places.zip(types) {
            let bits = self.bits(ty)?;
            let from = match bound {
                Bound::Register { first, .. } => first,
                _ => 0,
            };
            let registers = bits.len() as u16;
            outputs.push(Output { role: constraint.role.clone(), from, to, bits });
            to += registers;
        }
        Ok(outputs)
    }

    /// Copies results to where the program expects them.
    pub(super) fn leave(&mut self, outputs: &[Output]) -> Lowered<()> {
        for Output { role, from, to, bits } in outputs {
            if let Role::Flag(condition) = role {
                let value = self.evaluate(*condition)?;
                self.set_register(*to, value);
                continue;
            }
            for (at, &bits) in (0..).zip(bits) {
                let value = self.truncate(from + at, bits)?;
                self.set_register(to + at, value);
            }
        }
        Ok(())
    }
}

/// Registers of a size that instructions have.
fn usable(bits: u8) -> u8 {
    match bits {
        1..=8 => 8,
        9..=16 => 16,
        17..=32 => 32,
        _ => 64,
    }
}

fn zeroed(lowering: &mut Lowering, count: u16) -> Lowered<Reg> {
    let first = lowering.group(count)?;
    for d in first..first + count {
        lowering.emit(Insn::Const { d, value: 0 });
    }
    Ok(first)
}

/// The types of the results: of the call itself, or of its fields if there are several.
fn output_types(lowering: &Lowering, constraints: &[Constraint], call: &Call) -> Vec<TypeId> {
    let is_output = |each: &&Constraint| matches!(each.role, Role::Output | Role::Flag(_));
    match (constraints.iter().filter(is_output).count(), lowering.m.types.get(call.result)) {
        (0, _) => Vec::new(),
        (1, _) => vec![call.result],
        (_, Type::Struct { fields, .. }) => fields.to_vec(),
        _ => Vec::new(),
    }
}

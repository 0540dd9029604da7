//! One instruction (LangRef: "Instruction Reference").

use std::fmt::{self, Display, Write, from_fn};

use super::body::BodyPrinter;
use super::name::escaped;
use super::{align, list, words};
use crate::instruction::{Argument, Call, Callee, Clause, Instruction, Op, Ordering};
use crate::types::{Type, TypeId};

impl BodyPrinter<'_> {
    pub(super) fn instruction(&self, f: &mut dyn Write, instruction: &Instruction) -> fmt::Result {
        write!(f, "  ")?;
        if let Some(result) = instruction.result {
            write!(f, "{} = ", self.local(result))?;
        }
        self.terminator(f, &instruction.op)?;
        if let Some(debug) = instruction.debug {
            write!(f, ", !dbg !{}", debug.0)?;
        }
        writeln!(f)
    }

    /// LangRef: "Terminator Instructions".
    fn terminator(&self, f: &mut dyn Write, op: &Op) -> fmt::Result {
        match op {
            Op::Ret(None) => write!(f, "ret void"),
            Op::Ret(Some(value)) => write!(f, "ret {}", self.operand(value)),
            Op::Br(target) => write!(f, "br {}", self.label(*target)),
            Op::CondBr { condition, then, otherwise } => {
                let (then, otherwise) = (self.label(*then), self.label(*otherwise));
                write!(f, "br {}, {then}, {otherwise}", self.condition(condition))
            }
            Op::Switch { value, default, cases } => {
                writeln!(f, "switch {}, {} [", self.operand(value), self.label(*default))?;
                for (case, target) in cases {
                    writeln!(f, "    {}, {}", self.printer.typed(value.ty, case), self.label(*target))?;
                }
                write!(f, "  ]")
            }
            Op::IndirectBr { address, targets } => {
                let targets = list(targets.iter().map(|target| self.label(*target)));
                write!(f, "indirectbr {}, [{targets}]", self.address(address))
            }
            Op::Invoke { call, normal, unwind } => {
                writeln!(f, "invoke {}", self.call(call))?;
                write!(f, "          to {} unwind {}", self.label(*normal), self.label(*unwind))
            }
            Op::CallBr { call, fallthrough, labels } => {
                writeln!(f, "callbr {}", self.call(call))?;
                let labels = list(labels.iter().map(|label| self.label(*label)));
                write!(f, "          to {} [{labels}]", self.label(*fallthrough))
            }
            Op::Resume(value) => write!(f, "resume {}", self.operand(value)),
            Op::Unreachable => write!(f, "unreachable"),
            _ => self.arithmetic(f, op),
        }
    }

    /// LangRef: "Unary Operations" to "Bitwise Binary Operations", "Conversion Operations", comparisons and the like.
    fn arithmetic(&self, f: &mut dyn Write, op: &Op) -> fmt::Result {
        match op {
            Op::FNeg(value) => write!(f, "fneg {}", self.operand(value)),
            Op::Binary { op, ty, lhs, rhs } => {
                write!(f, "{} {}, {}", words::binary_op(*op), self.typed(*ty, lhs), self.value(*ty, rhs))
            }
            Op::ICmp { predicate, ty, lhs, rhs } => {
                let predicate = words::int_predicate(*predicate);
                write!(f, "icmp {predicate} {}, {}", self.typed(*ty, lhs), self.value(*ty, rhs))
            }
            Op::FCmp { predicate, ty, lhs, rhs } => {
                let predicate = words::float_predicate(*predicate);
                write!(f, "fcmp {predicate} {}, {}", self.typed(*ty, lhs), self.value(*ty, rhs))
            }
            Op::Cast { op, from, to } => {
                write!(f, "{} {} to {}", words::cast(*op), self.operand(from), self.printer.ty(*to))
            }
            Op::Select { condition, ty, then, otherwise } => {
                let (then, otherwise) = (self.typed(*ty, then), self.typed(*ty, otherwise));
                write!(f, "select {}, {then}, {otherwise}", self.operand(condition))
            }
            Op::Freeze(value) => write!(f, "freeze {}", self.operand(value)),
            Op::Phi { ty, incoming } => {
                let incoming = incoming.iter().map(|(value, block)| {
                    from_fn(move |f| write!(f, "[ {}, {} ]", self.value(*ty, value), self.block(*block)))
                });
                write!(f, "phi {} {}", self.printer.ty(*ty), list(incoming))
            }
            _ => self.memory(f, op),
        }
    }

    /// LangRef: "Memory Access and Addressing Operations".
    fn memory(&self, f: &mut dyn Write, op: &Op) -> fmt::Result {
        match op {
            Op::Alloca { ty, count, align: bytes } => {
                write!(f, "alloca {}, {}{}", self.printer.ty(*ty), self.operand(count), align(*bytes))
            }
            Op::Load { ty, address, align: bytes, volatile, atomic } => {
                let (before, after) = access_words(*volatile, *atomic);
                let (ty, address) = (self.printer.ty(*ty), self.address(address));
                write!(f, "load {before}{ty}, {address}{after}{}", align(*bytes))
            }
            Op::Store { value, address, align: bytes, volatile, atomic } => {
                let (before, after) = access_words(*volatile, *atomic);
                let (value, address) = (self.operand(value), self.address(address));
                write!(f, "store {before}{value}, {address}{after}{}", align(*bytes))
            }
            Op::GetElementPtr { element, base, indices } => {
                let operands = [base].into_iter().chain(indices).map(|operand| self.operand(operand));
                write!(f, "getelementptr {}, {}", self.printer.ty(*element), list(operands))
            }
            Op::AtomicRmw { op, address, value, ordering, align: bytes } => {
                let (address, value) = (self.address(address), self.operand(value));
                let ordering = words::ordering(*ordering);
                write!(f, "atomicrmw {} {address}, {value} {ordering}{}", words::rmw_op(*op), align(*bytes))
            }
            Op::CmpXchg { address, expected, new, weak, success, failure, align: bytes } => {
                let weak = if *weak { "weak " } else { "" };
                let (address, new) = (self.address(address), self.typed(expected.ty, new));
                let (success, failure) = (words::ordering(*success), words::ordering(*failure));
                let expected = self.operand(expected);
                write!(f, "cmpxchg {weak}{address}, {expected}, {new} {success} {failure}{}", align(*bytes))
            }
            Op::Fence { ordering, single_thread } => {
                let scope = if *single_thread { "syncscope(\"singlethread\") " } else { "" };
                write!(f, "fence {scope}{}", words::ordering(*ordering))
            }
            _ => self.aggregate(f, op),
        }
    }

    /// LangRef: "Vector Operations", "Aggregate Operations".
    fn aggregate(&self, f: &mut dyn Write, op: &Op) -> fmt::Result {
        match op {
            Op::ExtractValue { aggregate, indices } => {
                write!(f, "extractvalue {}, {}", self.operand(aggregate), list(indices))
            }
            Op::InsertValue { aggregate, element, indices } => {
                let (aggregate, element) = (self.operand(aggregate), self.operand(element));
                write!(f, "insertvalue {aggregate}, {element}, {}", list(indices))
            }
            Op::ExtractElement { vector, index } => {
                write!(f, "extractelement {}, {}", self.operand(vector), self.operand(index))
            }
            Op::InsertElement { vector, element, index } => {
                let element = self.typed(self.element_type(vector.ty), element);
                write!(f, "insertelement {}, {element}, {}", self.operand(vector), self.operand(index))
            }
            Op::ShuffleVector { left, right, mask } => {
                let (left, right) = (self.operand(left), self.typed(left.ty, right));
                let lanes = mask.iter().map(|lane| {
                    from_fn(move |f| match lane {
                        Some(lane) => write!(f, "i32 {lane}"),
                        None => write!(f, "i32 poison"),
                    })
                });
                write!(f, "shufflevector {left}, {right}, <{} x i32> <{}>", mask.len(), list(lanes))
            }
            _ => self.other(f, op),
        }
    }

    /// LangRef: "Other Operations".
    fn other(&self, f: &mut dyn Write, op: &Op) -> fmt::Result {
        match op {
            Op::Call(call) => write!(f, "call {}", self.call(call)),
            Op::VaArg { list, ty } => write!(f, "va_arg {}, {}", self.address(list), self.printer.ty(*ty)),
            Op::LandingPad { ty, cleanup, clauses } => {
                write!(f, "landingpad {}", self.printer.ty(*ty))?;
                if *cleanup {
                    write!(f, "\n          cleanup")?;
                }
                for clause in clauses {
                    let (keyword, value) = match clause {
                        Clause::Catch(value) => ("catch", value),
                        Clause::Filter(value) => ("filter", value),
                    };
                    write!(f, "\n          {keyword} {}", self.operand(value))?;
                }
                Ok(())
            }
            _ => unreachable!("every instruction belongs to one of the groups"),
        }
    }

    fn call(&self, call: &Call) -> impl Display {
        from_fn(move |f| {
            write!(f, "{} ", self.printer.ty(call.function_type.unwrap_or(call.result)))?;
            match &call.callee {
                Callee::Value(callee) => {
                    write!(f, "{}", self.value(self.printer.module.types.ptr(), callee))?
                }
                Callee::InlineAsm(asm) => {
                    let (template, constraints) =
                        (escaped(asm.template.as_bytes()), escaped(asm.constraints.as_bytes()));
                    let volatile = if asm.volatile { " sideeffect" } else { "" };
                    let dialect = if asm.intel { " inteldialect" } else { "" };
                    write!(f, "asm{volatile}{dialect} \"{template}\", \"{constraints}\"")?;
                }
            }
            write!(f, "({})", list(call.arguments.iter().map(|argument| self.argument(argument))))?;
            if call.returns_twice { write!(f, " returns_twice") } else { Ok(()) }
        })
    }

    /// `T attributes value`.
    fn argument(&self, argument: &Argument) -> impl Display {
        let operand = &argument.operand;
        from_fn(move |f| {
            write!(f, "{}", self.printer.ty(operand.ty))?;
            self.printer.attributes(f, &argument.attributes)?;
            write!(f, " {}", self.value(operand.ty, &operand.value))
        })
    }

    fn element_type(&self, vector: TypeId) -> TypeId {
        match self.printer.module.types.get(vector) {
            Type::Vector(_, element) => element,
            // The reader accepts only vectors here.
            _ => vector,
        }
    }
}

/// The words before the type and behind the address of a load or store.
fn access_words(volatile: bool, atomic: Option<Ordering>) -> (String, String) {
    let before = format!(
        "{}{}",
        if atomic.is_some() { "atomic " } else { "" },
        if volatile { "volatile " } else { "" }
    );
    let after = atomic.map_or(String::new(), |ordering| format!(" {}", words::ordering(ordering)));
    (before, after)
}

//! `pthread_join` in programs that cancel no threads: the C around it (`support/cancel.c`) would only pass a result on, so
//! the program calls the library function behind it directly.

use crate::code::Insn;
use crate::program::{Function, FunctionId, FunctionKind};

/// The function in C, and what it calls with the same arguments.
const JOIN: &str = "pthread_join";
const STRAIGHT: &str = "__mazurka_join";

pub(super) fn join_straight(functions: &mut [Function]) {
    let ours = |function: &Function| matches!(&function.kind, FunctionKind::Code(code) if code.internal);
    let join = functions.iter().position(|function| *function.name == *JOIN && ours(function));
    let straight = functions.iter().position(|function| *function.name == *STRAIGHT);
    let (Some(join), Some(straight)) = (join, straight) else { return };
    for function in functions {
        let FunctionKind::Code(code) = &mut function.kind else { continue };
        for insn in &mut code.insns {
            if let Insn::Call { function, .. } = insn
                && *function == join as FunctionId
            {
                *function = straight as FunctionId;
            }
        }
    }
}

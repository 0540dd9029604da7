//! Whether what clocks show reaches nothing but deadlines.
//!
//! `clock_gettime`, some arithmetic, `pthread_cond_timedwait`: what the clock shows then decides nothing, because whether a
//! timed wait gives up is a choice of the scheduler anyway. If that is true of every look at a clock, any constant can be shown instead.
//!
//! A taint analysis of the whole program, insensitive to flow and context. It follows values from where clocks are read through
//! arithmetic, calls and variables on the stack whose address is known wherever it goes (the *objects* below). The claim fails where such
//! a value leads anywhere else: to memory that is not an object, to the library, into an address, to a divisor, or to a branch, unless
//! what depends on the branch is only which of such values objects have (`if (ns >= 1000000000) { s++; ns -= 1000000000; }`: see
//! [`branches`]).

mod branches;
mod flow;

use mazurka_ir::constant::Constant;
use mazurka_ir::instruction::Value;
use mazurka_ir::link::SymbolRef;
use mazurka_ir::module::SymbolKind;
use mazurka_ir::operands::values;

use crate::call_graph::references::symbols;
use crate::call_graph::{CallGraph, Target, calls};
use crate::library::Time;
use flow::Flow;

/// Whether nothing depends on what clocks show, but for deadlines.
pub fn shows_only_in_deadlines(graph: &CallGraph) -> bool {
    !is_read_unseen(graph) && Flow::new(graph).reaches_only_deadlines()
}

fn tells_time(graph: &CallGraph, at: SymbolRef) -> bool {
    matches!(graph.target_of(at), Target::Library(effect) if effect.time.depends_on_clock())
}

/// Whether a function that reads a clock may be called where the text does not name it, or does what is not followed.
fn is_read_unseen(graph: &CallGraph) -> bool {
    let mut is_unseen = false;
    for (module, text) in graph.program.modules.iter().enumerate() {
        let mut mentioned = |constant: &Constant| {
            symbols(constant, &mut |symbol| is_unseen |= tells_time(graph, SymbolRef { module, symbol }));
        };
        for symbol in &text.symbols {
            match &symbol.kind {
                SymbolKind::Variable(variable) => variable.initializer.iter().for_each(&mut mentioned),
                SymbolKind::Alias { target, .. } => mentioned(target),
                SymbolKind::Function(_) => {}
            }
        }
    }
    for node in &graph.functions {
        let module = node.at.module;
        let mut named = 0;
        for instruction in node.body.blocks.iter().flat_map(|block| &block.instructions) {
            values(&instruction.op, &mut |value| {
                if let Value::Constant(constant) = value {
                    symbols(constant, &mut |symbol| {
                        named += usize::from(tells_time(graph, SymbolRef { module, symbol }));
                    });
                }
            });
        }
        let times = calls(node.body).map(|call| match graph.target(module, call) {
            Target::Library(effect) => effect.time,
            _ => Time::None,
        });
        let times: Vec<Time> = times.filter(|time| time.depends_on_clock()).collect();
        is_unseen |= named != times.len() || times.contains(&Time::Depends);
    }
    is_unseen
}

//! `mazurka run`: one execution, from the inputs to the exit code.

mod output;

use std::io;
use std::sync::Arc;

use mazurka_machine::{Fault, FaultKind, Range};
use mazurka_report::text::Diagnostic;
use mazurka_report::{Execution, Finding, Locks, UndefinedFunctions};
use mazurka_vm::{Config, Limits, OpenNumbers, RunEnd, Vm};

use crate::args::{Color, Display, Run};
use crate::exit;
use crate::failure::Failure;
use crate::frontend::CompilerFlags;
use crate::interrupt;
use crate::program;
use crate::replay::{self, confirm};
use crate::terminal;
use output::Output;

pub(crate) fn run(options: &Run, flags: &CompilerFlags) -> Result<u8, Failure> {
    let config = Config {
        // Nothing is explored: of everything that the program leaves open, the first choice is taken.
        open_numbers: OpenNumbers { of_all: Some(0..=0), ..OpenNumbers::default() },
        ..program::config(&options.inputs, &options.arguments, &options.world, &options.checks)?
    };
    let program = program::load(options, flags)?;
    list_undefined(&program::undefined(&program, options.world.undefined));
    // Until here Ctrl-C simply ends the process: there is nothing to tidy up.
    let interrupted = interrupt::flag()?;
    let mut output = Output::new(interrupted);
    let limits = Limits { jumps: options.max_steps.unwrap_or(u64::MAX), interrupted };
    let end = Vm::new(Arc::new(program), config).and_then(|mut vm| {
        let end = vm.run(&mut |stream, bytes| output.write(stream, bytes), &limits)?;
        Ok((end, vm))
    });
    let reader_has_gone = output.finish()?;
    Ok(match &end {
        _ if reader_has_gone => exit::BROKEN_PIPE,
        Ok((end, vm)) => exit_code(end, vm, options.color),
        Err(error) => {
            say(&Diagnostic::of_error(&error.message, error.thread, &error.stack), options.color);
            exit::FAILURE
        }
    })
}

/// Says on stderr how the program ended, unless it ended by itself.
fn exit_code(end: &RunEnd, vm: &Vm, color: Color) -> u8 {
    match end {
        // As with a process, only the low eight bits are seen.
        RunEnd::Exited(code) => *code as u8,
        RunEnd::Fault(fault) if fault.kind == FaultKind::Leak => {
            say(&Diagnostic::of_finding(&leak(fault, vm)), color);
            exit::BUG
        }
        RunEnd::Fault(fault) => {
            say(&Diagnostic::of_fault(fault), color);
            exit::BUG
        }
        RunEnd::Deadlock => {
            let waiters = replay::blocked_for_ever(vm);
            let deadlock = confirm::waiting_for_ever(waiters, vm, &Locks::default(), Execution::default());
            if let Some(deadlock) = deadlock {
                say(&Diagnostic::of_finding(&deadlock), color);
            }
            exit::BUG
        }
        RunEnd::Pruned => {
            eprintln!("note: the run ends here, because something that the program assumes does not hold");
            exit::INCOMPLETE
        }
        RunEnd::LimitReached => {
            eprintln!("note: the limit of --max-steps was reached");
            exit::INCOMPLETE
        }
        RunEnd::Interrupted => {
            eprintln!("note: interrupted");
            exit::INTERRUPTED
        }
    }
}

/// Lost blocks, with the places where they were allocated.
fn leak(fault: &Fault, vm: &Vm) -> Finding {
    let place = |block: Range| Some((block, vm.allocation_site(block)?.clone()));
    let lost = vm.lost_blocks().into_iter().filter_map(place).take(replay::MOST_LOST).collect();
    Finding { related: confirm::allocations(lost), ..confirm::failure(fault, Execution::default()) }
}

/// On stderr, before anything else.
pub(crate) fn list_undefined(undefined: &UndefinedFunctions) {
    eprint!("{}", undefined.listing(terminal::width(&io::stderr()), &terminal::sources()));
}

fn say(diagnostic: &Diagnostic, color: Color) {
    let display = Display::colored(color);
    eprint!("{}", diagnostic.render(terminal::style(&display, &io::stderr()), &terminal::sources()));
}

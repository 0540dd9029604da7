//! What optimal search costs where threads spin: how many transitions the machine makes for each of the search's own.

use std::convert::Infallible;
use std::ops::ControlFlow;

use mazurka_explore::*;
use mazurka_machine::toy::{Instruction, Program, Toy, Value};
use mazurka_machine::{Choice, Machine, Next, Stepped, ThreadId, ThreadSet};

/// A machine that counts its transitions.
struct Counting<'p> {
    toy: Toy<'p>,
    transitions: u64,
}

impl Machine for Counting<'_> {
    type Mark = usize;
    type Error = Infallible;

    fn threads(&self) -> ThreadSet {
        self.toy.threads()
    }

    fn next(&self, thread: ThreadId) -> Next {
        self.toy.next(thread)
    }

    fn step(&mut self, thread: ThreadId, choice: Choice) -> Result<Stepped<'_>, Infallible> {
        self.transitions += 1;
        self.toy.step(thread, choice)
    }

    fn mark(&mut self) -> usize {
        self.toy.mark()
    }

    fn rewind(&mut self, to: usize) {
        self.toy.rewind(to);
    }
}

/// Ends the search after this many executions.
struct Executions(u64);

impl Observer<Counting<'_>> for Executions {
    fn end(&mut self, _: &mut Counting<'_>, _: &dyn Path, _: &End) -> ControlFlow<()> {
        self.0 -= 1;
        continue_if(self.0 > 0)
    }
}

/// The machine's transitions for each of the search's own, in the first executions.
fn cost(program: &Program, executions: u64) -> f64 {
    let mut machine = Counting { toy: Toy::new(program), transitions: 0 };
    let mut observer = Executions(executions);
    let (statistics, Ok(_)) =
        search(&mut machine, &mut Optimal::default(), &mut (), Options::default(), &mut observer);
    assert_eq!(observer.0, 0, "there are fewer executions");
    machine.transitions as f64 / statistics.transitions as f64
}

fn workers(threads: usize, code: &[Instruction]) -> Program {
    Program { threads: vec![code.to_vec(); threads], variables: 3, all_started: true, ..Program::default() }
}

/// The races of a spin lock are known from what was seen, or tried once and not in every execution again; and those behind
/// the last lock that can come later are not looked at at all.
#[test]
fn spin_locks_cost_about_what_they_execute() {
    use Instruction::*;
    let lock = SpinSwap { variable: 0, expected: Value::Constant(0), new: Value::Constant(1) };
    let unlock = Write { variable: 0, value: Value::Constant(0) };
    let sections = vec![[lock, Read { register: 0, variable: 1 }, unlock]; 20].concat();
    // A transition of its own before the first lock: the wait begins after the others' sections.
    let mut late = vec![FetchAdd { register: 0, variable: 2, value: Value::Constant(1) }];
    late.extend(sections.iter().cloned());
    for (which, code) in [("from the start", sections), ("late", late)] {
        let cost = cost(&workers(4, &code), 1_000);
        assert!(cost < 1.1, "{cost} transitions for one, waiting {which}");
    }
}

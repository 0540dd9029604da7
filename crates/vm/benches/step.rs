//! How long a small transition takes and how long it takes to undo it: an atomic add by one of four threads.
//!
//! `cargo bench -p mazurka-vm --bench step`

#[path = "../tests/support/mod.rs"]
mod support;

use std::hint::black_box;
use std::time::Instant;

use mazurka_machine::{Fingerprinted, Machine, ThreadId};
use mazurka_vm::assembly::Code;
use mazurka_vm::assembly::{AtomicOrder, CompareOp, Insn, OldValue, RmwOp};
use mazurka_vm::{Config, Record, Vm};
use support::*;

/// Short rounds, and many: the best one is what the machine does undisturbed.
const STEPS: u32 = 2_000;
const ROUNDS: u32 = 1_000;

fn main() {
    for record in [Record::Changes, Record::ChangesAndFingerprint] {
        let mut vm = four_adders(record);
        let best = (0..ROUNDS).map(|_| round(&mut vm, record)).fold(f64::MAX, f64::min);
        println!("step + rewind, {record:?}: {best:.0} ns");
    }
}

fn round(vm: &mut Vm, record: Record) -> f64 {
    let start = Instant::now();
    for i in 0..STEPS {
        let mark = vm.mark();
        let thread = ThreadId(1 + (i % 4) as u16);
        black_box(vm.next(thread));
        black_box(vm.step(thread, 0).expect("an atomic add can be done"));
        if record == Record::ChangesAndFingerprint {
            black_box(vm.fingerprint());
        }
        vm.rewind(mark);
    }
    start.elapsed().as_nanos() as f64 / STEPS as f64
}

/// Four threads, each in the middle of a loop of atomic additions.
fn four_adders(record: Record) -> Vm {
    let main = Code {
        sites: (1..=4).map(|thread| site(&[0, 0], thread)).chain([site(&[1], 0)]).collect(),
        ..code(
            5,
            (0..4)
                .map(|site| Insn::Call { function: SPAWN, site })
                .fold(vec![Insn::Const { d: 0, value: OTHER as u64 }], |mut insns, call| {
                    insns.push(call);
                    insns
                })
                .into_iter()
                .chain([Insn::Call { function: JOIN, site: 4 }, Insn::Return { s: 0, n: 1 }])
                .collect(),
        )
    };
    let order = AtomicOrder::SeqCst;
    let adder = Code {
        params: 1,
        ..code(
            12,
            vec![
                Insn::Const { d: 1, value: X },
                Insn::Const { d: 2, value: 1 },
                Insn::AtomicRmw { op: RmwOp::Add, d: 3, a: 1, s: 2, size: 4, order, used: OldValue::Unused },
                Insn::AddImm32 { d: 4, a: 4, imm: 1 },
                Insn::CompareImmBranch { op: CompareOp::Slt32, a: 4, imm: 10_000, then: 2, otherwise: 5 },
                Insn::Return { s: 0, n: 1 },
            ],
        )
    };
    let mut vm = machine(program(main, vec![adder]), Config { record, ..Config::default() });
    for thread in [0, 0, 0, 0, 0, 1, 2, 3, 4] {
        vm.step(ThreadId(thread), 0).expect("the threads start");
    }
    vm
}

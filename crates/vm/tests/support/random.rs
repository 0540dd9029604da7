//! Random multithreaded programs, and random walks over machines.

use std::sync::Arc;

pub(crate) use mazurka_machine::toy::Random;
use mazurka_machine::{Choice, Machine, Next, Step, ThreadId};
use mazurka_vm::Program;
use mazurka_vm::Vm;
use mazurka_vm::assembly::{AtomicOrder, CallSite, Insn, OldValue, RmwOp};
use mazurka_vm::assembly::{Code, FrameSlot};

use super::*;

/// main starts two or three threads, works itself, and waits for them; each thread does a few random things.
pub(crate) fn random_program(random: &mut Random) -> Arc<Program> {
    let threads = 2 + random.below(2) as u16;
    let mut main = Assembler::default();
    for thread in 0..threads {
        main.put(Insn::Const { d: 0, value: (OTHER + 1 + thread as u32) as u64 });
        main.call(SPAWN, &[0, 0], 8 + thread);
    }
    main.random_things(random);
    for thread in 0..threads {
        main.call(JOIN, &[8 + thread], 0);
    }
    let mut others = vec![helper()];
    for _ in 0..threads {
        let mut thread = Assembler::default();
        thread.random_things(random);
        others.push(thread.finish());
    }
    program(main.finish(), others)
}

/// A function with memory of its own: adds 3 to its argument, by way of the stack.
fn helper() -> Code {
    // Visible, so that a thread can stand two frames deep, more than once.
    let visible = Insn::AtomicRmw {
        op: RmwOp::Or,
        d: 0,
        a: 1,
        s: 0,
        size: 8,
        order: AtomicOrder::Relaxed,
        used: OldValue::Unused,
    };
    Code {
        params: 1,
        frame_size: 8,
        frame_align: 8,
        allocas: vec![FrameSlot { offset: 0, size: 8 }],
        ..code(
            2,
            vec![
                Insn::FrameAddress { d: 1, offset: 0 },
                Insn::Store64 { a: 1, s: 0, offset: 0 },
                Insn::Load64 { d: 0, a: 1, offset: 0 },
                visible,
                visible,
                Insn::AddImm64 { d: 0, a: 0, imm: 3 },
                Insn::Return { s: 0, n: 1 },
            ],
        )
    }
}

/// Registers: 1 an address, 2 and 3 operands, 4 … 6 results (cleared at once: dead values must not count), 7 a block.
#[derive(Default)]
struct Assembler {
    insns: Vec<Insn>,
    sites: Vec<CallSite>,
}

impl Assembler {
    fn put(&mut self, insn: Insn) {
        self.insns.push(insn);
    }

    fn call(&mut self, function: u32, args: &[u16], d: u16) {
        self.insns.push(Insn::Call { function, site: self.sites.len() as u32 });
        self.sites.push(site(args, d));
    }

    fn finish(mut self) -> Code {
        self.put(Insn::Const { d: 0, value: 0 });
        self.put(Insn::Return { s: 0, n: 1 });
        Code { sites: self.sites, params: 1, ..code(16, self.insns) }
    }

    fn random_things(&mut self, random: &mut Random) {
        for _ in 0..1 + random.below(4) {
            self.random_thing(random);
        }
    }

    fn random_thing(&mut self, random: &mut Random) {
        match random.below(11) {
            0..=2 => self.random_atomic(random),
            3 => {
                self.put(Insn::Const { d: 1, value: Z });
                self.call(LOCK, &[1], 4);
                self.random_atomic(random);
                self.put(Insn::Const { d: 1, value: Z });
                self.call(UNLOCK, &[1], 4);
            }
            4 => {
                self.put(Insn::Const { d: 2, value: 1 + random.below(100) as u64 });
                self.call(ALLOCATE, &[2], 7);
                self.put(Insn::Store8 { a: 7, s: 2, offset: 0 });
                self.random_atomic(random);
                self.call(FREE, &[7], 4);
            }
            5 => {
                self.put(Insn::Const { d: 2, value: 3 });
                self.call(CHOOSE, &[2], 4);
                self.call(OTHER, &[4], 4);
                self.call(PRINT, &[4], 5);
            }
            6 => {
                self.call(BEGIN, &[], 4);
                self.random_atomic(random);
                self.random_atomic(random);
                self.call(END, &[], 4);
            }
            7 => {
                self.put(Insn::Const { d: 1, value: Z });
                self.call(SHARE, &[1], 4);
                self.random_atomic(random);
                self.put(Insn::Const { d: 1, value: Z });
                self.call(UNSHARE, &[1], 4);
            }
            8 => {
                self.put(Insn::Const { d: 2, value: 10 * (1 + random.below(3)) as u64 });
                self.call(SLEEP, &[2], 4);
            }
            9 => {
                self.call(CLOCK, &[], 2);
                self.put(Insn::Const { d: 1, value: random.one_of(&[X, Y]) });
                self.put(Insn::AtomicStore { a: 1, s: 2, size: 8, order: AtomicOrder::SeqCst });
            }
            _ => self.call(YIELD, &[], 4),
        }
        self.clear_results();
    }

    fn random_atomic(&mut self, random: &mut Random) {
        let order = AtomicOrder::SeqCst;
        self.put(Insn::Const { d: 1, value: random.one_of(&[X, Y]) });
        self.put(Insn::Const { d: 2, value: random.below(3) as u64 });
        self.put(Insn::Const { d: 3, value: random.below(3) as u64 });
        self.put(match random.below(5) {
            0 => Insn::AtomicLoad { d: 4, a: 1, size: 8, order },
            1 => Insn::AtomicStore { a: 1, s: 2, size: 4, order },
            2 => {
                // Only these may commute.
                let order = AtomicOrder::Relaxed;
                Insn::AtomicRmw { op: RmwOp::Add, d: 4, a: 1, s: 2, size: 8, order, used: OldValue::Unused }
            }
            // One less than nothing is a lot.
            3 => Insn::AtomicRmw { op: RmwOp::Sub, d: 4, a: 1, s: 2, size: 8, order, used: OldValue::IsOne },
            _ => Insn::CompareExchange {
                d: 4,
                a: 1,
                expected: 2,
                new: 3,
                size: 8,
                success: order,
                failure: order,
            },
        });
        self.clear_results();
    }

    fn clear_results(&mut self) {
        for d in 1..=6 {
            self.put(Insn::Const { d, value: 0 });
        }
    }
}

/// The steps that can be taken: thread and choice.
pub(crate) fn moves(vm: &Vm) -> Vec<(ThreadId, Choice)> {
    moves_up_to(vm, Choice::MAX)
}

fn moves_up_to(vm: &Vm, most: Choice) -> Vec<(ThreadId, Choice)> {
    let mut moves = Vec::new();
    for thread in vm.threads().iter() {
        if let Next::Ready(pending) = vm.next(thread) {
            moves.extend((0..pending.choices.min(most)).map(|choice| (thread, choice)));
        }
    }
    moves
}

/// What every thread is about to do.
pub(crate) fn pending(vm: &Vm) -> Vec<(ThreadId, Next)> {
    vm.threads().iter().map(|thread| (thread, vm.next(thread))).collect()
}

/// Takes a random step; `None` when there is none.
pub(crate) fn random_step(vm: &mut Vm, random: &mut Random) -> Option<Step> {
    let moves = moves(vm);
    if moves.is_empty() {
        return None;
    }
    let (thread, choice) = random.one_of(&moves);
    Some(vm.step(thread, choice).expect("nothing unsupported").outcome)
}

/// [`moves`], with the first few choices only: some operations have billions.
pub(crate) fn few_moves(vm: &Vm) -> Vec<(ThreadId, Choice)> {
    moves_up_to(vm, 3)
}

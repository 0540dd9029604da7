//! The machine: a program, its state, and the threads' next operations.

mod audit;
mod changes;
mod chosen;
#[cfg(debug_assertions)]
mod covered;
mod end;
mod endless;
mod error;
mod faint;
mod finer;
mod fingerprint;
mod forget;
mod leaks;
mod learn;
mod local;
mod locate;
mod lookahead;
mod lookup;
pub(crate) mod roots;
mod run;
mod start;
mod time;
mod timeouts;
mod transition_cache;
mod unread;
mod unroll;
mod vain;
mod visibility;

use std::sync::Arc;

use mazurka_machine::{
    Access, Audits, Choice, Delta, Fault, Fingerprinted, Footprint, Footprinted, InVain, Machine, Next,
    Operation, Pending, Prediction, Range, StackFrame, Step, Stepped, ThreadId, ThreadSet,
};

use crate::address;
use crate::clocks::ClocksMark;
use crate::config::{Config, Record};
use crate::context::{Context, State, Stop, View};
use crate::diagnose;
use crate::exec::{self, Halt};
use crate::files::FilesMark;
use crate::library::Intent;
use crate::memory::{self, MemoryMark};
use crate::names::blocks::BlockNames;
use crate::names::extent::Extent;
use crate::output::{Output, OutputMark};
use crate::program::Program;
use crate::threads::{Status, ThreadState, ThreadsMark};
use crate::visibility::AnyPolicy;
use finer::Counting;
use local::Changes;
use lookahead::{Lookahead, LookaheadMark, NextOp};
use transition_cache::TransitionCache;
use unroll::{Unrolled, UnrolledMark};
use vain::{Attempts, AttemptsMark};

pub use changes::Change;
pub use error::VmError;
pub use run::{Limits, RunEnd};

pub struct Vm {
    program: Arc<Program>,
    config: Config,
    visibility: Box<dyn AnyPolicy>,
    state: State,
    ahead: Lookahead,
    attempts: Attempts,
    unrolled: Unrolled,
    cache: TransitionCache,
    /// A thread's local state before its transition, where it is wanted what that changes.
    changes: Changes,
    /// What heap blocks are called, where that was learnt from a whole execution, and how many of its steps are done.
    block_names: Option<(Arc<BlockNames>, usize)>,
    /// When the operation of the last step took place, on its thread's clock.
    operation_time: u64,
    counting: Counting,
    audits: Audits,
}

#[derive(Clone, Copy, Debug)]
pub struct VmMark {
    memory: MemoryMark,
    threads: ThreadsMark,
    files: FilesMark,
    output: OutputMark,
    ahead: LookaheadMark,
    attempts: AttemptsMark,
    unrolled: UnrolledMark,
    clocks: ClocksMark,
    /// Of the visibility policy.
    path: usize,
}

impl Vm {
    /// A machine whose main thread is about to start.
    pub fn new(program: Arc<Program>, config: Config) -> Result<Vm, VmError> {
        if let Some(bytes) = start::too_large(&program, &config) {
            let message = format!("the program's variables take {bytes} bytes, more than there is memory");
            return Err(VmError { message, thread: ThreadId::MAIN, stack: Vec::new() });
        }
        let state = start::initial(&program, &config);
        let (ahead, attempts, unrolled, changes) = Default::default();
        let cache = TransitionCache::new(&program, &config);
        let (block_names, operation_time, counting) = (None, 0, Counting::Off);
        let visibility = config.visibility.policy(config.fresh_accesses, &program);
        let mut vm = Vm {
            program,
            config,
            visibility,
            state,
            ahead,
            attempts,
            unrolled,
            cache,
            changes,
            block_names,
            operation_time,
            counting,
            audits: Audits::default(),
        };
        match start::start_main(&mut vm.context(ThreadId::MAIN)) {
            Ok(()) => {}
            Err(stop) => return Err(vm.error(ThreadId::MAIN, describe_stop(stop))),
        }
        if vm.visibility.asks_reach() {
            vm.state.memory.track_reach();
        }
        match vm.config.record {
            Record::Nothing => {}
            Record::Changes => vm.start_recording(false),
            Record::ChangesAndFingerprint => vm.start_recording(true),
        }
        Ok(vm)
    }

    /// What the program has printed so far.
    pub fn output(&self) -> &Output {
        &self.state.output
    }

    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The calls that a thread is in, innermost first.
    pub fn stack(&self, thread: ThreadId) -> Vec<StackFrame> {
        diagnose::stack(&self.view(thread))
    }

    /// What the program calls the memory that an operation touches, if it has a name.
    pub fn name(&self, range: Range) -> Option<String> {
        self.names().name(range)
    }

    /// Whether the address is on the stack of a thread.
    pub fn is_on_stack(&self, address: u64) -> bool {
        matches!(address::place(address), address::Place::Stack(_))
    }

    /// The variables, and the parts of variables, that some bytes consist of.
    pub fn extents(&self, bytes: Range) -> Vec<Extent> {
        self.names().extents(bytes)
    }

    /// The fingerprint from all of the state rather than from the changes: slow, to check the other one.
    pub fn fingerprint_afresh(&mut self) -> u128 {
        self.state.threads.forget_fingerprints();
        let memory = self.state.memory.fingerprint_afresh().wrapping_sub(self.surplus());
        fingerprint::of(&self.program, &mut self.state.threads, memory)
            .wrapping_add(self.state.files.fingerprint())
            .wrapping_add(self.ahead.fingerprint())
            .wrapping_add(self.state.clocks.fingerprint_afresh())
    }

    fn start_recording(&mut self, fingerprints: bool) {
        self.state.memory.start_recording(fingerprints);
        self.state.threads.start_recording();
    }

    fn context(&mut self, thread: ThreadId) -> Context<'_> {
        let Vm { program, config, visibility, state, .. } = self;
        Context { program, config, visibility: &**visibility, state, thread }
    }

    fn view(&self, thread: ThreadId) -> View<'_> {
        let Vm { program, config, visibility, state, .. } = self;
        View { program, config, visibility: &**visibility, state, thread }
    }

    fn error(&self, thread: ThreadId, message: String) -> VmError {
        VmError { message, thread, stack: self.stack(thread) }
    }

    fn intent(&self, thread: ThreadId) -> Intent {
        exec::describe(&self.view(thread)).unwrap_or_else(|_| Intent::ready(UNDESCRIBED))
    }

    /// What it means for the machine that a thread did not simply continue.
    fn stopped(&mut self, thread: ThreadId, stop: Stop) -> Result<Step, VmError> {
        let fault = |fault: Box<Fault>| Ok(Step::Fault(fault));
        match stop {
            Stop::FinishThread(result) => {
                exec::call::finish(&mut self.state, thread, result);
                let threads = &self.state.threads;
                let is_last =
                    threads.created().iter().all(|t| threads.get(t).state.status == Status::Finished);
                let wrong = if is_last { self.wrong_at_the_end(thread, 0) } else { None };
                return Ok(wrong.map_or(Step::Finished, Step::Fault));
            }
            Stop::Unsupported(reason) => return Err(self.error(thread, reason)),
            // It runs no more; its next operation, and the threads that wait for it, stay.
            _ => self.state.threads.change(thread).state.status = Status::Stopped,
        }
        match stop {
            Stop::Fault(kind, message) => fault(diagnose::fault(&self.view(thread), kind, message)),
            Stop::Violation(violation) => fault(diagnose::violation(&self.view(thread), &violation)),
            Stop::Exit(code) => match self.wrong_at_the_end(thread, code) {
                Some(wrong) => fault(wrong),
                None => Ok(Step::Exited(code)),
            },
            Stop::Pruned | Stop::FinishThread(_) | Stop::Unsupported(_) => Ok(Step::Pruned),
        }
    }

    fn make_step(&mut self, thread: ThreadId, choice: Choice) -> Result<Step, VmError> {
        self.state.memory.clear_notes();
        self.ahead.has_raced = false;
        let operation = self.catch_up(thread);
        match self.step_from_cache(thread, choice, operation.as_ref()) {
            Some(step) => Ok(step),
            None => self.execute(thread, choice, operation.as_ref()),
        }
    }

    /// Executes a step that is not in the cache; `operation` is what [`Vm::catch_up`] has returned.
    fn execute(
        &mut self,
        thread: ThreadId,
        choice: Choice,
        operation: Option<&Operation>,
    ) -> Result<Step, VmError> {
        let recording = self.before_recording(thread, choice);
        if let Some(cut_off) = self.unroll(thread).or_else(|| self.time_out(thread)) {
            self.state.threads.change(thread).state.status = Status::Stopped;
            return Ok(Step::CutOff(cut_off));
        }
        let next_op = self.ahead.of(thread).cloned();
        if let Some(reason) = next_op.as_ref().and_then(|next_op| next_op.refused()) {
            return Err(self.error(thread, reason.into()));
        }
        let before = self.before_step(thread);
        let before_attempt = self.before_attempt(thread);
        if let Some(policy) = self.visibility.learning() {
            policy.begin_step();
        }
        let halt = self.transition(thread, choice, next_op.as_deref(), self.config.local_limit);
        self.stop_counting();
        if let (true, Err(Stop::Violation(violation))) = (self.visibility.learns(), &halt) {
            let range = Range { start: violation.address, length: violation.length };
            let writes = violation.access == memory::Access::Write;
            self.learn_violation(thread, Access { range, writes });
        }
        let step = match halt {
            Ok(Halt::OutOfFuel) => {
                let cut_off = self.out_of_steps(thread, self.config.local_limit);
                self.state.threads.change(thread).state.status = Status::Stopped;
                Ok(Step::CutOff(cut_off))
            }
            Ok(_) => Ok(Step::Ran),
            Err(stop) => self.stopped(thread, stop),
        };
        self.leave_time(operation);
        self.state.memory.set_noting(false);
        let is_all_its_own = !self.forget_freed_if_asked();
        if let (Some(recording), Ok(step), true) = (recording, &step, is_all_its_own) {
            self.record(thread, recording, step);
        }
        if next_op.as_ref().is_some_and(|next_op| next_op.whole_section().is_some()) {
            self.state.memory.note_more();
        }
        let may_retry = self.stops_vain_threads() && self.may_retry(thread);
        let step = step.map(|step| self.unless_vain(thread, step, before_attempt.as_ref(), may_retry));
        self.look_ahead(thread, before.as_ref());
        if self.visibility.learns() {
            self.learn_next(thread);
            self.name_shared_objects();
        }
        step
    }

    /// The pending operation, and on to the next one; at most `fuel` jumps and calls. `next_op`: what is known of it by
    /// looking ahead.
    #[inline]
    fn transition(
        &mut self,
        thread: ThreadId,
        choice: Choice,
        next_op: Option<&NextOp>,
        fuel: u64,
    ) -> Result<Halt, Stop> {
        let enabled = self.enabled_for_policy();
        let way = next_op.and_then(|next_op| Some((next_op, next_op.way(choice)?)));
        let operation = self.operation_for_policy(thread, way.is_some());
        self.note_accesses();
        self.note_time(thread);
        match way {
            Some((_, way)) if !self.through_block(thread, way)? => return Ok(Halt::OutOfFuel),
            Some((block, _)) if self.state.clocks.are_kept() => {
                self.catch_up_with(thread, &block.timed_operation());
            }
            Some(_) => {}
            None => match next_op.and_then(|next_op| next_op.whole_section()) {
                Some(mutex) => self.through_section(thread, mutex)?,
                None => self.perform(thread, choice)?,
            },
        }
        self.note_time(thread);
        // There may be more threads now.
        self.note_accesses();
        if self.state.memory.tracks_reach() {
            roots::hash_others(&self.program, &mut self.state.threads, thread);
        }
        self.tell_policy(thread, operation.as_ref(), enabled);
        self.run_on_in_step(thread, fuel)
    }

    /// On to the next visible operation.
    #[inline]
    fn run_on_in_step(&mut self, thread: ThreadId, fuel: u64) -> Result<Halt, Stop> {
        let halt = self.run_on(thread, fuel);
        self.forget_errno(thread);
        if let Some(policy) = self.visibility.learning() {
            policy.end_run();
        }
        halt
    }

    /// Where a thread does not read its `errno` before it is set again, it makes no difference ([`crate::lower::errno`]).
    #[inline]
    fn forget_errno(&mut self, thread: ThreadId) {
        let at = self.state.threads.get(thread);
        // Where plain accesses are operations, a thread may stop before it reads or sets it.
        if !at.state.has_errno || self.config.visibility.includes_plain() {
            return;
        }
        if self.program.errno_reads.as_ref().is_some_and(|reads| !reads.may_follow(&at.frames)) {
            self.state.memory.write_raw(address::errno_of(thread), &[0; 4]);
            self.state.threads.change(thread).state.has_errno = false;
        }
    }

    /// What there is to say about the step that was made last.
    fn stepped(&self, outcome: Step, delta: Delta) -> Stepped<'_> {
        let State { memory, threads, .. } = &self.state;
        let is_noted = !self.config.visibility.includes_plain() && !threads.is_main_alone();
        Stepped {
            outcome,
            footprint: memory.notes(),
            code: memory.noted_code(),
            is_self_contained: is_noted
                && !self.config.check_leaks
                && memory.notes_are_complete()
                && memory.fresh_notes().is_empty(),
            released: memory.released(),
            delta,
            threads: threads.created(),
        }
    }

    /// What a thread that is alive does next, without lookahead.
    fn described_next(&self, thread: ThreadId) -> Next {
        let next = match exec::describe(&self.view(thread)) {
            Ok(Intent { operation, enabled: false, .. }) => Next::Blocked(operation),
            Ok(Intent { operation, choices, urgency, .. }) => {
                Next::Ready(Pending { operation, choices, urgency })
            }
            Err(_) => Next::Ready(Pending::new(UNDESCRIBED)),
        };
        if self.may_spin(thread) { lookahead::in_loop(next) } else { next }
    }

    /// Plain accesses are of interest once there are two threads to make them, unless they are operations themselves. Where only
    /// some are, lookahead needs the others.
    fn note_accesses(&mut self) {
        let several = !self.state.threads.is_main_alone();
        let is_of_interest = match self.config.visibility.includes_plain() {
            true => self.ahead.is_looking && self.visibility.learns(),
            false => true,
        };
        self.state.memory.set_noting(several && is_of_interest);
    }
}

/// What an alive thread is about to do that cannot be described: it shows when it is done.
const UNDESCRIBED: Operation = Operation::Local;

impl Machine for Vm {
    type Mark = VmMark;
    type Error = VmError;

    fn threads(&self) -> ThreadSet {
        self.state.threads.created().clone()
    }

    fn next(&self, thread: ThreadId) -> Next {
        let state = &self.state.threads.get(thread).state;
        if state.status != Status::Alive {
            return Next::Finished;
        }
        if let Some(next_op) = self.ahead.of(thread) {
            return next_op.next.clone();
        }
        if let Some(next) = self.cached_next(thread) {
            debug_assert!(
                !self.audits.are_due() || next == self.described_next(thread),
                "a cached next operation is wrong"
            );
            return next;
        }
        self.described_next(thread)
    }

    /// The footprint is that of a time with several threads: what a lone thread does happens before all others. It is empty where
    /// no plain access is invisible. The delta is [`Delta::Unknown`] unless the machine was made with [`Config::local_changes`].
    fn step(&mut self, thread: ThreadId, choice: Choice) -> Result<Stepped<'_>, VmError> {
        if self.config.local_changes {
            self.changes.before(&self.program, self.state.threads.get(thread));
        }
        #[cfg(debug_assertions)]
        let announced = self.announced(thread);
        let outcome = self.make_step(thread, choice)?;
        #[cfg(debug_assertions)]
        if let Some(address) = announced.as_ref().and_then(|announced| self.unannounced(announced)) {
            let operation = announced.map(|announced| announced.operation);
            panic!("a step of {thread}, {operation:?}, changes the byte at {address:#x}");
        }
        let delta = match self.config.local_changes {
            true => self.changes.delta(&self.program, self.state.threads.get(thread)),
            false => Delta::Unknown,
        };
        Ok(self.stepped(outcome, delta))
    }

    /// The machine must have been made with a [`Config::record`] other than [`Record::Nothing`].
    fn mark(&mut self) -> VmMark {
        debug_assert!(self.config.record != Record::Nothing, "nothing is recorded");
        VmMark {
            memory: self.state.memory.mark(),
            threads: self.state.threads.mark(),
            files: self.state.files.mark(),
            output: self.state.output.mark(),
            ahead: self.ahead.mark(),
            attempts: self.attempts.mark(),
            unrolled: self.unrolled.mark(),
            clocks: self.state.clocks.mark(),
            path: self.visibility.learning().map_or(0, |policy| policy.mark()),
        }
    }

    fn rewind(&mut self, to: VmMark) {
        self.forget_prediction();
        self.state.memory.rewind(to.memory);
        self.state.threads.rewind(to.threads);
        self.state.files.rewind(to.files);
        self.state.output.rewind(to.output);
        self.ahead.rewind(to.ahead);
        self.attempts.rewind(to.attempts);
        self.unrolled.rewind(to.unrolled);
        self.state.clocks.rewind(to.clocks);
        if let Some(policy) = self.visibility.learning() {
            policy.rewind(to.path);
        }
    }

    fn main_has_returned(&self) -> bool {
        let ThreadState { status, has_returned, .. } = self.state.threads.get(ThreadId::MAIN).state;
        status == Status::Stopped || status == Status::Finished && has_returned
    }

    fn wait_in_vain(&mut self) -> InVain {
        self.settle()
    }

    fn idle_round(&mut self, thread: ThreadId, visit: &mut dyn FnMut(&Operation, &Stepped)) -> bool {
        self.show_idle_round(thread, visit)
    }

    fn has_hidden_conflicts(&self) -> bool {
        self.may_have_hidden_conflicts()
    }

    fn plain_accesses(&self) -> &[Footprint] {
        self.state.memory.notes()
    }

    fn undo_bytes(&self) -> usize {
        self.state.memory.undo_bytes() + self.state.threads.undo_bytes() + self.state.clocks.undo_bytes()
    }
}

impl Footprinted for Vm {
    fn content(&self, footprints: &[Footprint]) -> u128 {
        self.state.memory.content(footprints)
    }
}

impl Fingerprinted for Vm {
    fn predict(&mut self, thread: ThreadId, choice: Choice) -> Option<Prediction<'_>> {
        self.predict_step(thread, choice)
    }

    /// The machine must have been made with [`Record::ChangesAndFingerprint`].
    fn fingerprint(&mut self) -> u128 {
        debug_assert!(self.config.record == Record::ChangesAndFingerprint, "no fingerprint is kept");
        let memory = self.state.memory.fingerprint();
        let memory = memory.wrapping_sub(self.surplus());
        fingerprint::of(&self.program, &mut self.state.threads, memory)
            .wrapping_add(self.state.files.fingerprint())
            .wrapping_add(self.ahead.fingerprint())
            .wrapping_add(self.state.clocks.fingerprint())
    }
}

/// For errors before there is a machine to stop.
fn describe_stop(stop: Stop) -> String {
    match stop {
        Stop::Unsupported(reason) => reason,
        Stop::Fault(_, message) => message,
        other => format!("the program cannot start: {other:?}"),
    }
}

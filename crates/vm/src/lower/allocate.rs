//! Virtual registers to real ones: those that are never needed at the same time share one.
//!
//! A register is taken to be needed from the first to the last place (in the order of the code) where it is live. That is
//! coarse, but registers never run out here: sharing only keeps frames small.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use super::draft::Draft;
use super::liveness::Liveness;
use crate::code::{Insn, Reg, Role};

pub(crate) struct Allocation {
    /// The real register of every virtual one.
    pub real: Vec<Reg>,
    pub count: u16,
}

/// Positions: an instruction reads at an even one and writes at the odd one behind it.
type Position = u32;

/// Some registers that must be neighbours, and when they are needed.
struct Interval {
    start: Position,
    end: Position,
    first: Reg,
    size: u16,
}

pub(crate) fn allocate(draft: &mut Draft) -> Allocation {
    define_everything(draft);
    let intervals = intervals(draft);
    let hints = hints(draft);
    let mut pool = Pool::default();
    let mut real: Vec<Option<Reg>> = vec![None; draft.registers.len()];
    // Arguments arrive in the first registers; no other value may be there at that time.
    pool.taken = draft.params;
    for interval in &intervals {
        if interval.first < draft.params {
            for register in interval.first..interval.first + interval.size {
                real[usize::from(register)] = Some(register);
                pool.release_after(interval.end, register);
            }
        }
    }
    for interval in intervals.iter().filter(|interval| interval.first >= draft.params) {
        pool.expire(interval.start);
        let wish = hints[usize::from(interval.first)].and_then(|hint| real[usize::from(hint)]);
        let base = pool.take(interval.size, wish);
        for i in 0..interval.size {
            real[usize::from(interval.first + i)] = Some(base + i);
            pool.release_after(interval.end, base + i);
        }
    }
    let mut count = pool.taken;
    for (register, real) in draft.registers.iter().zip(&mut real) {
        if register.constant.is_some() {
            *real = Some(count);
            count += 1;
        }
    }
    // Registers that no instruction mentions any more are not mapped.
    Allocation { real: real.into_iter().map(|register| register.unwrap_or(0)).collect(), count }
}

/// What may be read before it is written starts as zero, so that a frame depends on nothing before it.
fn define_everything(draft: &mut Draft) {
    let liveness = Liveness::of(draft);
    let mut undefined: Vec<Reg> = liveness.live_in(0).filter(|&register| register >= draft.params).collect();
    undefined.sort_unstable();
    let line = draft.blocks[0].first().map_or(0, |first| first.line);
    let zeros = undefined.iter().map(|&d| super::draft::Step {
        insn: Insn::Const { d, value: 0 },
        line,
        fresh: false,
        origin: 0,
        rule: None,
    });
    draft.blocks[0].splice(0..0, zeros);
}

/// When each group of registers is needed, by start.
fn intervals(draft: &mut Draft) -> Vec<Interval> {
    let liveness = Liveness::of(draft);
    let mut spans = vec![(Position::MAX, 0); draft.registers.len()];
    for param in 0..draft.params {
        spans[usize::from(param)] = (0, 0);
    }
    let mut extend = |register: Reg, at: Position| {
        let (start, end) = &mut spans[usize::from(register)];
        (*start, *end) = ((*start).min(at), (*end).max(at));
    };
    let mut position = 2;
    for block in draft.order.clone() {
        liveness.live_in(block).for_each(|register| extend(register, position));
        for at in 0..draft.blocks[block as usize].len() {
            let insn = draft.blocks[block as usize][at].insn;
            // Its target may be written before all of its sources are read.
            let clobbers_early = matches!(insn, Insn::SelectN { .. });
            draft.visit(insn, &mut |first, count, role| {
                let at = position + Position::from(role == Role::Write || clobbers_early);
                (first..first + count).for_each(|register| extend(register, at));
            });
            position += 2;
        }
        liveness.live_out(block).for_each(|register| extend(register, position));
    }
    grouped(draft, &spans, position)
}

fn grouped(draft: &Draft, spans: &[(Position, Position)], last: Position) -> Vec<Interval> {
    let mut intervals: Vec<Interval> = Vec::new();
    for (register, &(start, end)) in (0..).zip(spans) {
        let Some(about) = draft.registers.get(usize::from(register)) else { break };
        if about.constant.is_some() {
            continue;
        }
        match intervals.last_mut() {
            Some(group) if group.first == about.group => {
                group.size += 1;
                (group.start, group.end) = (group.start.min(start), group.end.max(end));
            }
            _ => intervals.push(Interval { start, end, first: register, size: 1 }),
        }
    }
    intervals.retain(|interval| interval.start != Position::MAX);
    if draft.returns_twice {
        // Control may come back to a place where what seems dead is alive.
        intervals.iter_mut().for_each(|interval| (interval.start, interval.end) = (0, last));
    }
    intervals.sort_by_key(|interval| interval.start);
    intervals
}

/// For every register, one that it would like to share a place with: then the copy between them goes away.
fn hints(draft: &Draft) -> Vec<Option<Reg>> {
    let mut hints = vec![None; draft.registers.len()];
    for step in draft.order.iter().flat_map(|&block| &draft.blocks[block as usize]) {
        if let Insn::Mov { d, s } = step.insn {
            hints[usize::from(d)].get_or_insert(s);
            hints[usize::from(s)].get_or_insert(d);
        }
    }
    hints
}

/// The real registers: free ones, and when others become free.
#[derive(Default)]
struct Pool {
    free: BTreeSet<Reg>,
    busy: BinaryHeap<Reverse<(Position, Reg)>>,
    taken: u16,
}

impl Pool {
    fn release_after(&mut self, end: Position, register: Reg) {
        self.busy.push(Reverse((end, register)));
    }

    /// Frees what is not needed at `now` any more.
    fn expire(&mut self, now: Position) {
        while let Some(&Reverse((end, register))) = self.busy.peek() {
            if end >= now {
                break;
            }
            self.busy.pop();
            self.free.insert(register);
        }
    }

    fn take(&mut self, size: u16, wish: Option<Reg>) -> Reg {
        if let (1, Some(wish)) = (size, wish)
            && self.free.remove(&wish)
        {
            return wish;
        }
        let base =
            self.free.iter().copied().find(|&base| (base..base + size).all(|r| self.free.contains(&r)));
        match base {
            Some(base) => {
                (base..base + size).for_each(|register| _ = self.free.remove(&register));
                base
            }
            None => {
                self.taken += size;
                self.taken - size
            }
        }
    }
}

//! What threads do, compared with the futures of where they were: every instruction is in the future of all points that the frames
//! of its thread have been at, and of those that its creators were at before.

use std::collections::{HashMap, HashSet};

use mazurka_machine::{Footprint, Machine, ThreadId, ThreadSet};
use mazurka_vm::{FieldSet, FramePoint, FutureTable, Point, Vm};

/// A frame of a thread, as long as its function has not returned.
#[derive(Clone)]
struct Frame {
    activation: u32,
    now: Point,
    /// Where it will continue after the calls that were under way since it was at the top: what they do is not its future.
    behind_calls: Vec<Point>,
    /// Where it was, in the order of the first times.
    points: Vec<Point>,
    passed: HashSet<Point>,
    /// For instructions that were executed, how many of these points were compared.
    compared: HashMap<Point, usize>,
}

impl Frame {
    fn new(activation: u32, now: Point) -> Frame {
        Frame {
            activation,
            now,
            behind_calls: Vec::new(),
            points: Vec::new(),
            passed: HashSet::new(),
            compared: HashMap::new(),
        }
    }

    fn arrive(&mut self, point: Point, is_top: bool) {
        self.now = point;
        if !is_top {
            if self.behind_calls.last() != Some(&point) {
                self.behind_calls.push(point);
            }
            return;
        }
        for point in std::mem::take(&mut self.behind_calls).into_iter().chain([point]) {
            if self.passed.insert(point) {
                self.points.push(point);
            }
        }
    }
}

#[derive(Default)]
struct Thread {
    frames: Vec<Frame>,
    /// What the threads that have created it and their creators were at.
    creators: Vec<Frame>,
    /// What its future was asked for at, and that of its creators, where a step began; and which instructions were found there.
    asked: Vec<(Vec<FramePoint>, HashSet<Point>)>,
}

#[derive(Default)]
pub(crate) struct Futures {
    threads: HashMap<ThreadId, Thread>,
    known: ThreadSet,
}

impl Futures {
    /// To be called before a step. One instruction at a time, no virtual time passes: where a thread has then gone another way in its
    /// last step, what was seen there is forgotten.
    pub(crate) fn begin(&mut self, vm: &Vm, thread: ThreadId) {
        self.known = vm.threads();
        let frames = &mut self.threads.entry(thread).or_default().frames;
        let is_there = frames.iter().map(|frame| (frame.activation, frame.now)).eq(vm.frame_points(thread));
        if !is_there {
            frames.clear();
        }
        self.arrive(vm, thread);
        for other in self.known.iter() {
            let (asked, now) = (&mut self.threads.entry(other).or_default().asked, vm.future_points(other));
            if asked.last().is_none_or(|(last, _)| *last != now) {
                asked.push((now, HashSet::new()));
            }
        }
    }

    /// To be called after every instruction of a step: returns how many points it was compared with.
    pub(crate) fn instruction(
        &mut self,
        vm: &Vm,
        thread: ThreadId,
        shown: &[Footprint],
        fresh: &[Footprint],
    ) -> Result<usize, String> {
        let table = vm.program().future.as_ref().expect("it was asked for");
        let threads = vm.threads();
        let this = self.threads.entry(thread).or_default();
        let Some(site) = this.frames.last().map(|top| top.now) else { return Ok(0) };
        let access = access(shown, fresh);
        // They may run anywhere.
        let handlers = vm.program().take_signal.map(|function| FramePoint::from(Point { function, pc: 0 }));
        let mut count = 0;
        for frame in this.frames.iter_mut().chain(&mut this.creators) {
            let compared = frame.compared.entry(site).or_default();
            for &point in &frame.points[*compared..] {
                count += 1;
                match handlers {
                    Some(handlers) => check_all(table, &[point.into(), handlers], site, access)?,
                    None => check(table, point, site, access)?,
                }
            }
            *compared = frame.points.len();
        }
        for (points, found) in &mut this.asked {
            if found.insert(site) {
                count += 1;
                check_all(table, points, site, access)?;
            }
        }
        for child in threads.without(&self.known).iter() {
            let this = &self.threads[&thread];
            let creators = this.frames.iter().chain(&this.creators).cloned().collect();
            let asked = this.asked.iter().map(|(points, _)| (points.clone(), HashSet::new())).collect();
            self.threads.insert(child, Thread { frames: Vec::new(), creators, asked });
        }
        self.known = threads;
        self.arrive(vm, thread);
        Ok(count)
    }

    /// Notes where a thread is.
    fn arrive(&mut self, vm: &Vm, thread: ThreadId) {
        let frames = &mut self.threads.entry(thread).or_default().frames;
        let now = vm.frame_points(thread);
        let count = now.len();
        frames.truncate(count);
        for (depth, (activation, point)) in now.into_iter().enumerate() {
            if frames.get(depth).is_none_or(|known| known.activation != activation) {
                frames.truncate(depth);
                frames.push(Frame::new(activation, point));
            }
            frames[depth].arrive(point, depth + 1 == count);
        }
    }
}

/// Whether an instruction accesses memory, and whether it writes.
fn access(shown: &[Footprint], fresh: &[Footprint]) -> Option<bool> {
    let mut notes = shown.iter().chain(fresh).filter(|note| note.reads | note.writes != 0).peekable();
    notes.peek()?;
    Some(notes.any(|note| note.writes != 0))
}

/// The frame of one of the points may execute an instruction, and one may make the access.
fn check_all(
    table: &FutureTable,
    points: &[FramePoint],
    site: Point,
    access: Option<bool>,
) -> Result<(), String> {
    let may_access = |point: &FramePoint, writes| {
        let mut fields = FieldSet::default();
        fields.insert(table.field(site));
        table.may_access(*point, &fields, writes)
    };
    if !points.iter().any(|&point| table.may_execute(point, site)) {
        return Err(format!("{site:?} was not to be executed after {points:?}"));
    }
    match access {
        Some(writes) if !points.iter().any(|point| may_access(point, writes)) => {
            Err(format!("the access at {site:?} was not to be made after {points:?}"))
        }
        _ => Ok(()),
    }
}

fn check(table: &FutureTable, point: Point, site: Point, access: Option<bool>) -> Result<(), String> {
    check_all(table, &[point.into()], site, access)
}

//! Listens to the search: collects bugs, each once, and stops it in time.

use std::collections::BTreeSet;

use mazurka_explore::{DataRace, End, Observer, Statistics, Trail};
use mazurka_machine::{CutOff, Fault, FaultKind, Location, Machine, Next, Step, ThreadId};
use mazurka_report::{Finding, Place};
use mazurka_vm::Vm;

use super::replay::{Replay, Schedule};
use super::subject::Subject;
use super::watch::Watch;

type Mark = <Vm as Machine>::Mark;

pub struct Findings<'a> {
    subject: &'a Subject,
    keep_going: bool,
    pub watch: Watch,
    /// In the order in which they were found; what makes each of them another one stands beside it.
    bugs: Vec<(Key, Finding)>,
    /// The bugs of the current path: after how many steps, and which.
    on_path: Vec<(usize, usize)>,
    /// An execution has ended, and the search has not made its next step yet.
    at_end: bool,
    /// The largest number of threads of an execution.
    pub threads: usize,
    pub notes: BTreeSet<String>,
    /// Why not everything was explored.
    pub incomplete: BTreeSet<String>,
    /// A finding that could not be confirmed: an error of ours.
    pub internal_error: Option<String>,
}

/// Two bugs are the same if they are of one kind and at the same places.
type Key = (FaultKind, Vec<Option<Location>>);

impl<'a> Findings<'a> {
    pub fn new(subject: &'a Subject, keep_going: bool, watch: Watch) -> Findings<'a> {
        Findings {
            subject,
            keep_going,
            watch,
            bugs: Vec::new(),
            on_path: Vec::new(),
            at_end: false,
            threads: 0,
            notes: BTreeSet::new(),
            incomplete: BTreeSet::new(),
            internal_error: None,
        }
    }

    pub fn into_bugs(self) -> Vec<Finding> {
        self.bugs.into_iter().map(|(_, finding)| finding).collect()
    }

    /// Takes note of a bug at the end of the current path; `confirm` replays it if it is a new one. `false` ends the
    /// search.
    fn add(
        &mut self,
        key: Key,
        trail: &Trail<Mark>,
        confirm: impl FnOnce(&Subject, &Schedule) -> Result<Finding, String>,
    ) -> bool {
        let known = self.bugs.iter().position(|(other, _)| *other == key);
        let index = known.unwrap_or(self.bugs.len());
        self.on_path.push((trail.execution.len(), index));
        if known.is_none() {
            let events = trail.execution.events().iter();
            let schedule = events.map(|event| (event.thread, event.choice)).collect();
            match confirm(self.subject, &schedule) {
                Ok(finding) => self.bugs.push((key, finding)),
                Err(error) => {
                    self.internal_error = Some(error);
                    return false;
                }
            }
        }
        self.keep_going
    }

    /// Counts the execution for the bugs that it has.
    fn count(&mut self) {
        let indices: BTreeSet<usize> = self.on_path.iter().map(|(_, index)| *index).collect();
        for index in indices {
            self.bugs[index].1.executions += 1;
        }
    }

    fn deadlock(&mut self, machine: &Vm, trail: &Trail<Mark>, blocked: &[ThreadId]) -> bool {
        let spins = |thread: &ThreadId| {
            matches!(machine.next(*thread), Next::Blocked(mazurka_machine::Operation::Await(_)))
        };
        let kind = if blocked.iter().any(spins) { FaultKind::Livelock } else { FaultKind::Deadlock };
        let place = |thread: &ThreadId| machine.stack(*thread).into_iter().find_map(|frame| frame.location);
        let places = blocked.iter().map(place).collect();
        self.add((kind, places), trail, |subject, schedule| {
            let replay = Replay::new(subject, schedule)?;
            if replay.blocked_for_ever() != blocked {
                return Err("other threads are blocked when the deadlock is replayed".to_owned());
            }
            let each: Vec<String> = blocked.iter().map(|thread| format!("{thread} waits")).collect();
            let thread = blocked[0];
            let place = Place { thread, stack: replay.machine.stack(thread) };
            let message = format!("all threads wait: {}", each.join("; "));
            Ok(Finding { kind, message, place, related: Vec::new(), executions: 0, trace: replay.trace })
        })
    }
}

impl Observer<Vm> for Findings<'_> {
    fn fault(&mut self, _: &mut Vm, trail: &Trail<Mark>, fault: &Fault) -> bool {
        let location = fault.stack.iter().find_map(|frame| frame.location.clone());
        self.add((fault.kind, vec![location]), trail, |subject, schedule| {
            let replay = Replay::new(subject, schedule)?;
            if replay.last != Step::Fault(Box::new(fault.clone())) {
                return Err(format!("replayed, it ends with {:?}", replay.last));
            }
            let place = Place { thread: fault.thread, stack: fault.stack.clone() };
            let message = fault.message.clone();
            let trace = replay.trace;
            Ok(Finding { kind: fault.kind, message, place, related: Vec::new(), executions: 0, trace })
        })
    }

    fn race(&mut self, _: &mut Vm, trail: &Trail<Mark>, race: &DataRace) -> bool {
        let event = trail.execution.event(race.second.event);
        self.add((FaultKind::DataRace, Vec::new()), trail, |subject, schedule| {
            let replay = Replay::new(subject, schedule)?;
            let place = Place { thread: event.thread, stack: replay.machine.stack(event.thread) };
            let message = format!("data race with {}", trail.execution.event(race.first.event).thread);
            let trace = replay.trace;
            Ok(Finding {
                kind: FaultKind::DataRace,
                message,
                place,
                related: Vec::new(),
                executions: 0,
                trace,
            })
        })
    }

    fn cut_off(&mut self, _: &mut Vm, _: &Trail<Mark>, at: &CutOff) -> bool {
        let location = at.stack.iter().find_map(|frame| frame.location.as_ref());
        let place = location.map_or(String::new(), |at| format!(", at {}:{}", at.file, at.line));
        self.incomplete.insert(format!("{}{place}", at.message));
        true
    }

    fn execution(&mut self, machine: &mut Vm, trail: &Trail<Mark>, end: &End) -> bool {
        self.at_end = true;
        self.threads = self.threads.max(machine.threads().len());
        let mut go_on = true;
        match end {
            End::Deadlock(blocked) if machine.next(ThreadId::MAIN) != Next::Finished => {
                go_on = self.deadlock(machine, trail, blocked);
            }
            End::Deadlock(blocked) => {
                let waits = |thread: &ThreadId| format!("{thread} still waits when main has returned");
                self.notes.extend(blocked.iter().map(waits));
            }
            End::TooDeep => {
                self.incomplete.insert("executions were cut off by --max-depth".to_owned());
            }
            End::Redundant => return true,
            End::Complete | End::Stopped | End::Pruned | End::CutOff => {}
        }
        self.count();
        go_on
    }

    fn keep_going(&mut self, trail: &Trail<Mark>, statistics: &Statistics) -> bool {
        if self.at_end {
            self.at_end = false;
            let depth = trail.execution.len();
            self.on_path.retain(|(steps, _)| *steps <= depth);
        }
        self.watch.keep_going(statistics)
    }
}

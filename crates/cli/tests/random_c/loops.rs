//! What every search must see of programs with loops that wait, where all states, with all iterations, show this.

use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};

use mazurka::presets::{PRESETS, Preset, StateKey};
use mazurka_explore::End;
use mazurka_machine::FaultKind;
use mazurka_report::Guarantee;

use crate::compare::{Comparison, MORE, Rule, missing, named, same_findings};
use crate::program::Program;
use crate::searches::Subject;
use crate::seen::{Finding, Seen};
use crate::transactions::same_faults;

/// Compares searches that leave iterations out with all states. `None` if there are too many.
pub(crate) fn compare_loops(
    subject: &mut Subject,
    as_written: &Subject,
    program: &Program,
    limit: u64,
) -> Result<Option<Comparison>, String> {
    subject.limit = limit;
    // What decides only how long threads pause is part of the state only as it is written.
    let mut oracle = match is_shortened(subject, program) {
        true => as_written.states(named("stateful"), StateKey::Exact)?,
        false => subject.states(named("stateful"), StateKey::Exact)?,
    };
    let mut difference = None;
    if leaves_memory_out(subject, program) && oracle.complete {
        let shortened = subject.states(named("stateful"), StateKey::Exact)?;
        difference = differs_in_memory(&oracle, &shortened);
        oracle = shortened;
    }
    if !oracle.complete {
        return Ok(None);
    }
    let mut comparison = Comparison::new(oracle);
    comparison.differences.extend(difference.map(|what| ("--reduction stateful".to_owned(), what)));
    let compared =
        catch_unwind(AssertUnwindSafe(|| comparison.leaving_out_iterations(subject, as_written, program)));
    if compared.is_err() {
        comparison.differences.push(("--reduction ?".to_owned(), "panic".to_owned()));
    }
    Ok(Some(comparison))
}

impl Comparison {
    fn leaving_out_iterations(&mut self, subject: &mut Subject, as_written: &Subject, program: &Program) {
        let same = |oracle: &Seen, seen: &Seen| same_as_states(oracle, seen, program);
        for preset in PRESETS.iter().filter(|preset| preset.explores_all_traces()) {
            let seen = subject.traces(preset, None);
            let mut seen_by_optimal = None;
            if let (Ok(seen), "optimal") = (&seen, preset.name) {
                self.executions = seen.executions;
                seen_by_optimal = Some(seen.clone());
            }
            match preset.name {
                // Every trace is executed once, whatever is left out of it.
                "optimal" => self.check_if_it_ends(preset.name, seen, |oracle, seen| {
                    same(oracle, seen).or_else(|| repeated(seen))
                }),
                name => self.check_if_it_ends(name, seen, same),
            }
            if preset.name == "optimal" {
                self.with_vain_iterations(subject, as_written, &seen_by_optimal, program);
                self.check_if_stuck(as_written, &seen_by_optimal);
                // With all that `mazurka check` leaves out.
                self.check_if_it_ends(preset.name, subject.counted_traces(preset), |oracle, seen| {
                    same(oracle, seen).or_else(|| repeated(seen))
                });
            }
            // The others do not come to an end, either.
            if !self.unended.is_empty() {
                break;
            }
        }
        let is_shortened = is_shortened(subject, program);
        // Those come to an end.
        subject.limit *= MORE;
        let stateful = PRESETS.iter().filter(|preset| preset.is_stateful() && preset.is_sound());
        let is_compared = |preset: &&Preset| preset.name != "stateful" || is_shortened;
        for preset in stateful.filter(|preset| !preset.allows_races()).filter(is_compared) {
            let is_partial = preset.guarantee == Guarantee::AssertionsOnly;
            let rule: Rule = match is_partial {
                true => |oracle, seen| {
                    let (oracle, seen) = anywhere_in_both(oracle, seen);
                    same_faults(&oracle, &seen)
                },
                // A thread that pauses, or looks in several functions, may be blocked at another place.
                false if is_shortened || looks_in_functions(program) => |oracle, seen| {
                    let (oracle, seen) = anywhere_in_both(oracle, seen);
                    same_findings(&oracle, &seen)
                },
                false => same_findings,
            };
            self.check(preset.name, subject.states(preset, StateKey::Exact), |oracle, seen| {
                // Threads that wait for ever are not seen to race while they do.
                let is_stuck = anywhere(seen).findings.iter().any(is_stuck_in_loop);
                let is_race_missed = oracle.is_racy() && !seen.is_racy();
                if is_stuck && is_race_missed { None } else { rule(oracle, seen) }
            });
        }
    }

    /// A search that has come to its end has seen all threads that go on for ever.
    fn check_if_stuck(&mut self, as_written: &Subject, seen: &Option<Seen>) {
        let is_livelock = |finding: &Finding| finding.kind == FaultKind::Livelock.name();
        let is_over = |seen: &&Seen| seen.complete && !seen.cut_off && !seen.is_racy();
        let Some(seen) = seen.as_ref().filter(is_over) else { return };
        if !seen.is_busy
            && !seen.findings.iter().any(is_livelock)
            && as_written.may_be_stuck() == Ok(Some(true))
        {
            let misses = "misses that threads go on for ever".to_owned();
            self.differences.push(("--reduction optimal".to_owned(), misses));
        }
    }

    /// Where the same search ends with vain iterations, it finds the same, and sees the same final states.
    fn with_vain_iterations(
        &mut self,
        subject: &Subject,
        as_written: &Subject,
        without: &Option<Seen>,
        program: &Program,
    ) {
        let with = as_written.with_vain_iterations(named("optimal"));
        let (Some(without), Ok(with)) = (without.as_ref().filter(|seen| seen.complete), with) else { return };
        if !with.complete || with.cut_off {
            return;
        }
        // Where something is left out, the code is another one.
        let is_shortened = is_shortened(subject, program);
        let raced = |seen: &Seen| if is_shortened { seen.raced.clone() } else { seen.races.clone() };
        let (races_with, races_without) = (raced(&with), raced(without));
        let races =
            || (races_with != races_without).then(|| format!("races {races_with:?} and {races_without:?}"));
        // What follows from a race may be seen or not, as in `misses`.
        let difference = if !with.races.is_empty() {
            races()
        } else {
            let (all, found) = anywhere_in_both(&with, without);
            missing(&all.findings, &found.findings)
                .first()
                .map(|finding| format!("misses {finding:?}, which is there with vain iterations"))
                .or_else(|| {
                    let invented = missing(&found.findings, &all.findings);
                    invented.first().map(|finding| {
                        format!("invents {finding:?}, which is not there with vain iterations")
                    })
                })
                .or_else(races)
                .or_else(|| {
                    // What follows from the value that a race leaves is not explored. What is left out was in memory.
                    let states = |seen| counted_states(seen, program);
                    let is_in_memory = leaves_memory_out(subject, program) || may_set_errno(program);
                    (!with.is_racy() && !is_in_memory && states(&with) != states(without))
                        .then(|| "other final states than with vain iterations".to_owned())
                })
        };
        if let Some(difference) = difference {
            self.differences.push(("--reduction optimal".to_owned(), difference));
        }
    }

    /// Searches through traces may not come to an end: there, and only there, a loop that is not known to wait is executed for ever.
    fn check_if_it_ends(
        &mut self,
        name: &str,
        seen: Result<Seen, String>,
        rule: impl FnOnce(&Seen, &Seen) -> Option<String>,
    ) {
        match seen {
            Ok(seen) if !seen.complete || seen.cut_off => self.unended.push(name.to_owned()),
            seen => self.check(name, seen, rule),
        }
    }
}

/// Where something in memory is left out, all states have the same faults and races, and whatever waits for ever as it is written. A thread that
/// changes nothing else waits for ever, too.
fn differs_in_memory(as_written: &Seen, shortened: &Seen) -> Option<String> {
    let (all, seen) = anywhere_in_both(as_written, shortened);
    let missed = missing(&all.findings, &seen.findings);
    let mut added = missing(&seen.findings, &all.findings);
    added.retain(|finding| finding.is_fault());
    if missed.len() + added.len() > 0 {
        return Some(format!("misses {missed:?}, invents {added:?}, where memory is left out"));
    }
    let races = (&as_written.raced, &shortened.raced);
    // By state, threads that wait for ever are not seen to race while they do, and more of them wait where memory is left out.
    if races.1.is_empty() && all.findings.iter().chain(&seen.findings).any(is_stuck_in_loop) {
        return None;
    }
    (races.0 != races.1).then(|| format!("races {races:?}, where memory is left out"))
}

/// Whether something of a program may be left out that its states have as it is written.
fn is_shortened(subject: &Subject, program: &Program) -> bool {
    decides_pauses(program) || leaves_memory_out(subject, program)
}

/// Whether it has loops with operations in several functions, if plain accesses are operations.
fn looks_in_functions(program: &Program) -> bool {
    program.contains("struct $twins p") || program.contains("struct $backoff b")
}

/// Whether that is in memory: variables that nothing reads, lengths of sleeps, and what a generator of random numbers has drawn. (A thread that only draws waits for ever.)
fn leaves_memory_out(subject: &Subject, program: &Program) -> bool {
    subject.leaves_memory_out() || program.contains("struct timespec t ") || program.contains("srand")
}

/// Whether calls may fail. What they leave in `errno` is not kept where it is not read.
fn may_set_errno(program: &Program) -> bool {
    program.contains("sem_trywait") || program.contains("sem_timedwait")
}

/// Whether it may have variables that decide only how long a thread pauses.
fn decides_pauses(program: &Program) -> bool {
    let texts = [
        "sleep(",
        "pause",
        "$backoff",
        "rand",
        ") sched_yield();",
        "else sched_yield();",
        "sched_yield(); }",
    ];
    // One that is a statement may be all that there is in a branch.
    texts.iter().any(|text| program.contains(text)) || program.has_statement("sched_yield();")
}

/// The final states of executions that are not discarded. One that breaks an assumption is, whether a thread was stopped in it or not. Where
/// pauses are shortened, threads that have not ended are at other instructions.
fn counted_states<'s>(seen: &'s Seen, program: &Program) -> Vec<&'s (u128, String)> {
    let [pruned, complete] = [End::Pruned, End::Complete].map(|end| format!("{end:?}"));
    let counts = |end: &String| if decides_pauses(program) { *end == complete } else { *end != pruned };
    seen.final_states.iter().filter(|(_, end)| counts(end)).collect()
}

/// The same findings as in all states. Some races are not seen by state (see `same_by_state` in `compare.rs`).
fn same_as_states(oracle: &Seen, seen: &Seen, program: &Program) -> Option<String> {
    // By state, threads that wait for ever are not seen to race while they do.
    let is_stuck = || anywhere(oracle).findings.iter().any(is_stuck_in_loop);
    match (oracle.is_racy(), seen.is_racy()) {
        (false, true) if !program.is_ordered_by_state() || is_stuck() => return None,
        (false, false) => {}
        _ => return same_findings(oracle, seen),
    }
    let (all, found) = anywhere_in_both(oracle, seen);
    let missed = missing(&all.findings, &found.findings);
    let added = missing(&found.findings, &all.findings);
    (missed.len() + added.len() > 0).then(|| format!("misses {missed:?}, invents {added:?}"))
}

fn is_stuck_in_loop(finding: &Finding) -> bool {
    finding.place.contains(IN_LOOP)
}

const IN_LOOP: &str = "in a loop";

/// A thread in a loop may be at any place of it, and in any function that it calls.
fn anywhere(seen: &Seen) -> Seen {
    let spot = |spot: &str| if spot.starts_with("in ") { IN_LOOP.to_owned() } else { spot.to_owned() };
    let place = |finding: &Finding| {
        let mut spots: Vec<String> = finding.place.split("; ").map(spot).collect();
        spots.sort();
        spots.join("; ")
    };
    let anywhere = |finding: &Finding| match finding.is_fault() {
        true => finding.clone(),
        false => Finding { place: place(finding), ..finding.clone() },
    };
    Seen { findings: seen.findings.iter().map(anywhere).collect(), ..seen.clone() }
}

/// The same of two searches. Where a loop has no operations, it is a fault at the place where that is noticed. In which loops there are some, and at
/// which place of a cycle that is, differs between searches: then livelocks are compared by whether there is one.
fn anywhere_in_both(oracle: &Seen, seen: &Seen) -> (Seen, Seen) {
    let (mut oracle, mut seen) = (anywhere(oracle), anywhere(seen));
    let is_livelock = |finding: &Finding| finding.kind == FaultKind::Livelock.name();
    let is_fault = |finding: &Finding| is_livelock(finding) && finding.line.is_some();
    if oracle.findings.iter().chain(&seen.findings).any(is_fault) {
        for seen in [&mut oracle, &mut seen] {
            let unplaced = |finding: Finding| match is_livelock(&finding) {
                true => Finding { line: None, place: IN_LOOP.to_owned(), ..finding },
                false => finding,
            };
            seen.findings = mem::take(&mut seen.findings).into_iter().map(unplaced).collect();
        }
        // Where each access is an operation, a thread in such a loop is overtaken by one that fails.
        if oracle.findings.iter().any(Finding::is_fault) && !oracle.findings.iter().any(is_livelock) {
            seen.findings.retain(|finding| !is_livelock(finding));
        }
    }
    (oracle, seen)
}

fn repeated(seen: &Seen) -> Option<String> {
    let again = seen.traces.values().filter(|count| **count > 1).count();
    (!seen.is_racy() && (again > 0 || seen.redundant > 0))
        .then(|| format!("executes {again} traces again, and {} executions in vain", seen.redundant))
}

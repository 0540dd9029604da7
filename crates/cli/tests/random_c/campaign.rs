//! Many programs on all cores: compares, counts, and keeps what differs.

use std::fmt;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;

use crate::binary;
use crate::clocks::compare_clocks;
use crate::compare::{Comparison, Difference, compare, compare_sharing};
use crate::compile::Batch;
use crate::generate;
use crate::loops::compare_loops;
use crate::program::Program;
use crate::searches::{Setting, Subject};
use crate::sections::compare_sections;
use crate::seen::Finding;
use crate::transactions::compare_transactions;

/// Programs of one run of clang.
const BATCH: u64 = 25;

/// Transitions after which a program is too large for an oracle.
pub(crate) const LIMIT: u64 = 8_000;

/// One program of this many is given to the binary as well.
const BINARY: u64 = 25;

/// How many differences are made small: each takes some seconds.
const REDUCED: u64 = 50;

/// What is compared, and on which programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// All reductions with `exhaustive`, with both settings of `--races`.
    Everything,
    /// The reductions by sharing with all states, on programs about objects.
    Sharing,
    /// The same on programs over structures on the heap.
    Structures,
    /// The reductions by transactions with all states, on programs of critical sections, choices and loops, with both settings of
    /// `--races`.
    Transactions,
    /// Searches that leave out iterations of loops that wait with all states, on programs of such loops, with both settings of `--races`.
    Loops,
    /// Searches that join critical sections with those that do not.
    Sections,
    /// Clocks that stand still where they can with clocks that run.
    Clocks,
}

/// A program as it is explored.
#[derive(Clone)]
struct Lowered {
    program: Arc<mazurka_vm::Program>,
    /// The same with clocks that run, or with pauses that are as long as the text says, where that is compared.
    as_written: Option<Arc<mazurka_vm::Program>>,
}

impl Lowered {
    fn of(kind: Kind, batch: &Batch, index: usize) -> Result<Lowered, String> {
        let as_written = match kind {
            Kind::Clocks => Some(batch.with_running_clocks(index)?),
            Kind::Loops => Some(batch.with_long_pauses(index)?),
            _ => None,
        };
        let program = match kind {
            Kind::Loops => batch.without_unread(index)?,
            _ => batch.program(index)?,
        };
        Ok(Lowered { program, as_written })
    }
}

#[derive(Default, Debug)]
pub(crate) struct Tally {
    pub programs: u64,
    /// Programs with one setting, compared with `exhaustive`.
    pub compared: u64,
    /// Compared with `sleep`, because there are too many interleavings.
    pub by_sleep: u64,
    /// Too large for both.
    pub too_large: u64,
    /// Of all that were compared.
    pub ok: u64,
    pub bugs: u64,
    /// Of these, with a fault of one thread.
    pub faults: u64,
    pub racy: u64,
    /// More than one trace, or more than one final state.
    pub branching: u64,
    /// Of `optimal`, or of a search through all states, where every access is visible, and where only accesses to shared objects are.
    pub transitions: [u64; 2],
    /// Where an unsound search misses something, or clocks stand still.
    pub missed: u64,
    /// Where `optimal` does not come to its end, and where any search does not.
    pub unended: [u64; 2],
    pub differences: Vec<String>,
}

impl Tally {
    fn add(&mut self, comparison: &Comparison) {
        let Comparison { oracle, by_sleep, transitions, is_missed, executions, unended, .. } = comparison;
        self.missed += u64::from(*is_missed);
        self.unended[0] += u64::from(unended.iter().any(|name| name == "optimal"));
        self.unended[1] += u64::from(!unended.is_empty());
        self.transitions.iter_mut().zip(transitions).for_each(|(all, some)| *all += some);
        *(if *by_sleep { &mut self.by_sleep } else { &mut self.compared }) += 1;
        let verdict = match () {
            () if oracle.is_racy() => &mut self.racy,
            () if oracle.bugs().next().is_some() => &mut self.bugs,
            () => &mut self.ok,
        };
        *verdict += 1;
        self.faults += u64::from(!oracle.is_racy() && oracle.findings.iter().any(Finding::is_fault));
        self.branching +=
            u64::from(oracle.traces.len().max(oracle.final_states.len()) > 1 || *executions > 1);
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { programs, compared, by_sleep, too_large, ok, bugs, faults, racy, branching, .. } = self;
        let Tally { transitions: [every, shared], missed, unended: [optimal, some], differences, .. } = self;
        write!(
            f,
            "{programs} programs: {compared} compared with the oracle, {by_sleep} with \
             sleep, {too_large} too large; {ok} ok, {bugs} with bugs ({faults} with faults), {racy} with races; {branching} with more than one trace; \
             {every} transitions, {shared} where only shared objects are visible; {missed} unsound ones miss something; {optimal} without an end by optimal, {some} by some search; {} differences",
            differences.len()
        )
    }
}

/// The programs of these seeds.
pub(crate) fn run(kind: Kind, first: u64, count: u64) -> Tally {
    let tally = Mutex::new(Tally::default());
    let next = AtomicU64::new(0);
    let workers = thread::available_parallelism().map_or(1, |number| number.get());
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let start = next.fetch_add(BATCH, Ordering::Relaxed);
                    if start >= count {
                        break;
                    }
                    batch(kind, first + start..first + (start + BATCH).min(count), &tally);
                }
            });
        }
    });
    tally.into_inner().expect("no worker panics while it counts")
}

fn batch(kind: Kind, seeds: std::ops::Range<u64>, tally: &Mutex<Tally>) {
    // Optimised code has other visible operations in another order.
    let level = ["-O0", "-O1", "-O2"][(seeds.start / BATCH % 3) as usize];
    let (generate, settings): (fn(u64) -> Program, &[bool]) = match kind {
        Kind::Everything => (generate::program, &[false, true]),
        Kind::Sharing => (generate::sharing, &[true]),
        Kind::Structures => (generate::structures, &[true]),
        Kind::Transactions => (generate::transactions, &[false, true]),
        Kind::Loops => (generate::loops, &[false, true]),
        Kind::Sections => (generate::sections, &[false]),
        Kind::Clocks => (generate::clocks, &[false]),
    };
    let programs: Vec<Program> = seeds.clone().map(generate).collect();
    let batch = Batch::compile(&programs, level).unwrap_or_else(|error| panic!("{error}"));
    for (index, (seed, program)) in seeds.zip(&programs).enumerate() {
        let lowered = Lowered::of(kind, &batch, index).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        for races_allowed in settings.iter().copied() {
            let stops_vain_threads = matches!(kind, Kind::Loops | Kind::Clocks)
                || kind == Kind::Sections && seed.is_multiple_of(2);
            let setting = Setting { stops_vain_threads, ..Setting::of(seed, races_allowed) };
            // Sections are not joined where leaks are looked for.
            let setting = Setting { leaks: setting.leaks && kind != Kind::Sections, ..setting };
            let is_chosen = kind == Kind::Everything && seed.is_multiple_of(BINARY);
            let by_binary = is_chosen.then(|| (seed, batch.text(index)));
            let compared = compare_one(kind, lowered.clone(), &setting, program, by_binary);
            let comparison = compared.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
            let kept = comparison
                .as_ref()
                .filter(|comparison| !comparison.differences.is_empty())
                .map(|comparison| keep(kind, seed, program, &setting, level, &comparison.differences));
            let mut tally = lock(tally);
            tally.too_large += u64::from(comparison.is_none());
            comparison.iter().for_each(|comparison| tally.add(comparison));
            tally.differences.extend(kept);
        }
        let mut tally = lock(tally);
        tally.programs += 1;
        if tally.programs.is_multiple_of(1000) {
            println!("{} programs, {} differences", tally.programs, tally.differences.len());
        }
    }
}

fn lock(tally: &Mutex<Tally>) -> MutexGuard<'_, Tally> {
    tally.lock().expect("no worker panics while it counts")
}

/// By the library, and where the LLVM IR is given by the binary, too.
fn compare_one(
    kind: Kind,
    lowered: Lowered,
    setting: &Setting,
    program: &Program,
    by_binary: Option<(u64, String)>,
) -> Result<Option<Comparison>, String> {
    let mut subject = Subject::new(lowered.program, setting.clone(), LIMIT)?;
    let as_written =
        lowered.as_written.map(|program| Subject::new(program, setting.clone(), LIMIT)).transpose()?;
    let as_written = as_written.as_ref().ok_or("it was not lowered twice");
    let is_ordered_by_state = program.is_ordered_by_state();
    let mut comparison = match kind {
        // Half of it, because there are many searches: one program in fifty more is too large.
        Kind::Everything => compare(&mut subject, LIMIT / 2, is_ordered_by_state)?,
        Kind::Sharing | Kind::Structures => compare_sharing(&mut subject, 4 * LIMIT)?,
        Kind::Transactions => compare_transactions(&mut subject, LIMIT)?,
        Kind::Loops => compare_loops(&mut subject, as_written?, program, LIMIT)?,
        Kind::Sections => compare_sections(&mut subject, LIMIT / 2)?,
        Kind::Clocks => compare_clocks(&mut subject, as_written?, LIMIT)?,
    };
    if let (Some(comparison), Some((seed, text))) = (&mut comparison, by_binary) {
        let reported = binary::with_ir(&text, seed, |ir| {
            binary::differences(ir, comparison, setting, is_ordered_by_state)
        })?;
        comparison.differences.extend(reported);
    }
    Ok(comparison)
}

/// Writes down a program that differs, made small if possible, with the commands that show the difference.
fn keep(
    kind: Kind,
    seed: u64,
    program: &Program,
    setting: &Setting,
    level: &str,
    differences: &[Difference],
) -> String {
    static KEPT: AtomicU64 = AtomicU64::new(0);
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("random_c");
    let races = if setting.races_allowed { "allow" } else { "error" };
    let path = folder.join(format!("{kind:?}-{seed}-{races}.c").to_lowercase());
    let small;
    let (program, differences) = match KEPT.fetch_add(1, Ordering::Relaxed) < REDUCED {
        true => {
            small = reduce(kind, program.clone(), differences.to_vec(), setting, level);
            (&small.0, &small.1[..])
        }
        false => (program, differences),
    };
    let mut text = format!("// Seed {seed}. Compare with --reduction exhaustive, or stateful:\n");
    for (search, difference) in differences {
        let flags = setting.flags().join(" ");
        text += &format!(
            "// {difference}\n//   mazurka check --keep-going {level} {flags} {search} {}\n",
            path.display()
        );
    }
    let written =
        fs::create_dir_all(&folder).and_then(|()| fs::write(&path, text.clone() + &program.standalone()));
    let note = written.err().map_or(String::new(), |error| format!("\n(not written: {error})"));
    let kept = format!("{}{note}\n{text}", path.display());
    println!("{kept}");
    kept
}

/// Takes out whatever the difference does not need. It may become another difference of one of the same searches.
fn reduce(
    kind: Kind,
    mut program: Program,
    mut differences: Vec<Difference>,
    setting: &Setting,
    level: &str,
) -> (Program, Vec<Difference>) {
    let searches: Vec<String> = differences.iter().map(|(search, _)| search.clone()).collect();
    'smaller: loop {
        let candidates = program.smaller();
        let Ok(batch) = Batch::compile(&candidates, level) else { return (program, differences) };
        for (index, candidate) in candidates.into_iter().enumerate() {
            let lowered = Lowered::of(kind, &batch, index);
            let found = lowered.and_then(|lowered| compare_one(kind, lowered, setting, &candidate, None));
            let Ok(Some(found)) = found else { continue };
            if found.differences.iter().any(|(search, _)| searches.contains(search)) {
                (program, differences) = (candidate, found.differences);
                continue 'smaller;
            }
        }
        return (program, differences);
    }
}

//! The report of a check: the bugs, what else there is to know, and the verdict.

use std::fmt::Write;

use mazurka_machine::{FaultKind, Place};

use super::line::{counted, hang, widest, width};
use super::{Detail, Diagnostic, Sources, Style};
use super::{choices, interleaving, movers};
use crate::check::{
    Bounded, Check, CutOff, Guarantee, Incomplete, Interference, Obstacle, Reason, Round, Samples,
    SharedObject, Sharing, SharingAccess, States, Transactions, Undecided, Verdict,
};

impl Check {
    pub fn render(&self, style: Style, sources: &Sources) -> String {
        let paint = style.paint;
        if style.detail == Detail::Verdict {
            return self.verdict(style);
        }
        let mut text = String::new();
        for (index, bug) in self.bugs.iter().enumerate() {
            text += &Diagnostic::of_finding(bug).render(style, sources);
            text += &interleaving::of_finding(bug, style, sources);
            if let Some(needed) = self.least_bound(index) {
                let _ = writeln!(text, "{}", hang(&needed, style.width, 4));
            }
            match (bug.executions, &self.figures.states) {
                (0 | 1, _) => {}
                (times, Some(_)) => text += &format!("reached in {times} transitions\n"),
                (executions, None) => text += &format!("{executions} executions have this bug\n"),
            }
            text.push('\n');
        }
        for note in &self.notes {
            let place = at(Some(&note.place), sources);
            let unit = if self.figures.states.is_some() { "state" } else { "execution" };
            let executions = counted(note.executions, unit);
            let note = hang(&format!("note: {}{place} ({executions})", note.message), style.width, 4);
            let _ = writeln!(text, "{}{}", paint.strong("note"), &note["note".len()..]);
        }
        // An error has come first, and the summary says what is a sample.
        let is_said = |reason| matches!(reason, Reason::Error | Reason::Samples);
        for incomplete in self.incomplete.iter().filter(|incomplete| !is_said(incomplete.reason)) {
            let place = at(incomplete.place.as_ref(), sources);
            let cut_off = hang(&format!("cut off: {}{place}", incomplete.message), style.width, 4);
            let _ = writeln!(text, "{}{}", paint.strong("cut off"), &cut_off["cut off".len()..]);
        }
        text += &self.shared_objects(style, sources);
        text += &movers::render(&self.movers, style, sources);
        text += &choices::render(&self.choices, style, sources);
        text += &self.behind_bugs(style);
        text += &self.next_steps(style);
        for round in self.bounded.iter().flat_map(Bounded::each_in_words) {
            let _ = writeln!(text, "{round}");
        }
        text + &self.summary(style)
    }

    /// `no bug with at most 2 preemptions; this one needs 3`, where that is known: all that the smaller bounds allow was
    /// explored.
    fn least_bound(&self, bug: usize) -> Option<String> {
        let Bounded { kind, rounds } = self.bounded.as_ref()?;
        if self.guarantee == Guarantee::Nothing || !self.incomplete.is_empty() {
            return None;
        }
        let round = rounds.iter().position(|round| round.bugs > bug)?;
        let needed = rounds[round].bound;
        let without = round.checked_sub(1).map(|before| &rounds[before]);
        match without {
            _ if needed == 0 => Some(format!("this bug needs no {}", kind.name())),
            Some(before) if before.bugs == 0 => {
                Some(format!("no bug with at most {}; this one needs {needed}", kind.counted(before.bound)))
            }
            Some(_) => Some(format!("this bug needs {}", kind.counted(needed))),
            None => None,
        }
    }

    /// Options that help where an execution did not come to its end: it was cut off, or the search was stopped in a loop of
    /// it.
    fn against_endless_executions(&self) -> Vec<(&'static str, &'static str)> {
        let any = |is_so: &dyn Fn(&Incomplete) -> bool| self.incomplete.iter().any(is_so);
        let is_cut_off = any(&|why| why.reason == Reason::MaxDepth);
        let is_stopped = any(&|why| {
            why.place.is_some()
                && matches!(why.reason, Reason::Timeout | Reason::Interrupted | Reason::MaxExecutions)
        });
        let remembers = self.figures.states.is_some();
        let mut options = Vec::new();
        if is_cut_off || is_stopped {
            match self.undecided.iter().find(|other| BY_STATE.contains(&&*other.reduction)) {
                Some(by_state) => options.extend(against(by_state.obstacle)),
                None if remembers => {}
                None => options.push(("--reduction stateful", "explores programs that never end")),
            }
        }
        if is_stopped || (is_cut_off && !remembers) {
            options.push(("--unroll 3", "makes at most three rounds of each loop"));
        }
        if is_stopped {
            options.push(("--max-depth 1000", "cuts executions off, to try others"));
        }
        options
    }

    /// The shared objects, and which accesses made them so.
    fn shared_objects(&self, style: Style, sources: &Sources) -> String {
        let mut text = String::new();
        for SharedObject { name, bytes, accesses } in &self.shared {
            let access = |SharingAccess { place, writes }: &SharingAccess| {
                let verb = if *writes { "writes" } else { "reads" };
                let place_of = at(Some(place), sources);
                format!("{} {verb} it{}", place.thread, place_of.replacen(", at", " at", 1))
            };
            let accesses: Vec<String> = accesses.iter().map(access).collect();
            let line = format!("shared: {name} ({}): {}", counted(*bytes, "byte"), accesses.join(", "));
            let line = hang(&line, style.width, 4);
            let _ = writeln!(text, "{}{}", style.paint.strong("shared"), &line["shared".len()..]);
        }
        text
    }

    /// What a search that has continued after bugs has still not explored because of them.
    fn behind_bugs(&self, style: Style) -> String {
        let any =
            |is_so: &dyn Fn(FaultKind) -> bool| self.complete && self.bugs.iter().any(|bug| is_so(bug.kind));
        let mut unexplored = Vec::new();
        if any(&FaultKind::stops_a_thread) {
            unexplored.push("what a thread does after its fault");
        }
        if any(&|kind| kind == FaultKind::DataRace) {
            unexplored.push("what depends on the order of accesses that race (--races allow explores it)");
        }
        if unexplored.is_empty() {
            return String::new();
        }
        let text = hang(&format!("not explored: {}", unexplored.join("; ")), style.width, 4);
        format!("{}{}\n\n", style.paint.strong("not explored"), &text["not explored".len()..])
    }

    /// Whether all there is to say is why the search was ended by an error.
    fn is_failure(&self) -> bool {
        self.error.is_some() && self.verdict == Verdict::Incomplete
    }

    /// What to do about the bugs, and about executions that do not end.
    fn next_steps(&self, style: Style) -> String {
        let mut commands: Vec<(String, &str)> = Vec::new();
        for bug in &self.bugs {
            let replay = bug.trace_file.as_ref().map(|file| format!("mazurka replay {file}"));
            commands.extend(replay.map(|command| (command, "see it happen again")));
            let explain = (format!("mazurka explain {}", bug.kind), "what that is, and what helps");
            if !commands.contains(&explain) {
                commands.push(explain);
            }
        }
        let options = self.against_endless_executions();
        commands.extend(options.into_iter().map(|(option, why)| (format!("mazurka check {option}"), why)));
        if commands.is_empty() {
            return String::new();
        }
        let room = widest(commands.iter().map(|(command, _)| command.as_str()));
        let fits = |command: usize, why: &str| 5 + command + width(why) <= style.width;
        let line = |(command, why): &(String, &str)| match fits(room, why) {
            true => format!("  {command:room$}   {why}\n"),
            // A long command beside it takes no room from this one.
            false if fits(width(command), why) => format!("  {command}   {why}\n"),
            false => format!("  {command}\n"),
        };
        let lines = commands.iter().map(line);
        format!("{}\n{}\n", style.paint.strong("what to do next:"), lines.collect::<String>())
    }

    /// One sentence: the verdict, and what it means.
    fn verdict(&self, style: Style) -> String {
        if self.is_failure() {
            return String::new();
        }
        let paint = style.paint;
        let name = self.verdict.name();
        let verdict = match self.verdict {
            Verdict::Ok => paint.good(name),
            Verdict::Bug => paint.error(name),
            Verdict::Incomplete => paint.strong(name),
        };
        let may_miss_races = self.figures.states.map(|states| states.may_miss_races).unwrap_or_default();
        let everything = self.guarantee.words(self.races, may_miss_races);
        let everything = format!("{}: {everything}", self.guarantee.name());
        let found = self.bugs.len();
        let meaning = match self.verdict {
            Verdict::Ok => format!("no bug; {everything}"),
            Verdict::Bug if self.complete => format!("{found} found; {everything}"),
            Verdict::Bug if self.incomplete.is_empty() => {
                format!("{found} found; --keep-going looks for more")
            }
            Verdict::Bug => format!("{found} found, and not everything was explored"),
            Verdict::Incomplete => "no bug found, but not everything was explored".to_owned(),
        };
        let assumption = self.undefined.assumption().map_or(String::new(), |text| format!(" ({text})"));
        let text = hang(&format!("{name}: {meaning}{assumption}"), style.width, 4);
        format!("{verdict}{}\n", &text[name.len()..])
    }

    /// The verdict and what it rests on.
    fn summary(&self, style: Style) -> String {
        let figures = &self.figures;
        let seen = match &figures.states {
            Some(States { states, .. }) => {
                let ends = figures.executions;
                format!("{} ({ends} where executions end)", counted(*states, "state"))
            }
            None => {
                let executions = counted(figures.executions, "execution");
                let vain = match figures.vain {
                    0 => String::new(),
                    vain => format!(", {vain} with vain iterations left out"),
                };
                format!("{executions}, {} redundant{vain}", figures.redundant)
            }
        };
        let steps = [
            figures.states.map(|states| format!("{} of them to states seen before", states.revisits)),
            (figures.sections > 0).then(|| counted(figures.sections, "whole critical section")),
            (figures.waits > 0).then(|| format!("{} in loops that wait", figures.waits)),
        ];
        let steps: Vec<String> = steps.into_iter().flatten().collect();
        let before = if self.is_failure() { "explored before the error: " } else { "" };
        let text = format!(
            "{before}{seen}, {}, {}{}; {}, {:.2} s ({})",
            cut_off(figures.cut_off),
            counted(figures.transitions, "step"),
            in_brackets(&steps),
            counted(figures.threads as u64, "thread"),
            figures.seconds,
            self.reduction,
        );
        let more = figures
            .states
            .iter()
            .flat_map(States::in_words)
            .chain(figures.samples.filter(|samples| samples.executions > 0).map(Samples::in_words));
        let others = self.chosen_before.join(" and ");
        let has_decided = !self.chosen_before.is_empty() && self.undecided.is_empty();
        let chosen = has_decided.then(|| format!("{} has decided before {others}", self.reduction));
        let undecided = self.undecided.iter().map(|Undecided { reduction, why, obstacle }| match obstacle {
            Obstacle::Samples => format!("random executions ({reduction}) have not decided either: {why}"),
            _ => format!("{reduction} has not decided either: {why}"),
        });
        let lines = std::iter::once(text).chain(chosen).chain(more).chain(undecided);
        let lines = lines.map(|line| hang(&line, style.width, 4) + "\n");
        self.verdict(style) + &lines.collect::<String>()
    }
}

/// Searches that explore programs that never end.
const BY_STATE: [&str; 2] = ["stateful", "sdpor"];

/// An option that helps a search by state which has not decided.
fn against(obstacle: Obstacle) -> Option<(&'static str, &'static str)> {
    match obstacle {
        Obstacle::Guarantee => {
            Some(("--need assertions", "does without data races that a search by state may miss"))
        }
        Obstacle::Memory => Some(("--reduction auto --max-memory 8G", "remembers more states")),
        Obstacle::Samples | Obstacle::Other => None,
    }
}

impl Bounded {
    /// `with at most 1 preemption: 12 more executions, no bug`, for each bound where several were tried, or one not to its
    /// end.
    fn each_in_words(&self) -> Vec<String> {
        let several =
            self.rounds.len() > 1 || self.rounds.iter().any(|round| !round.complete && round.bugs == 0);
        let words = |(index, round): (usize, &Round)| {
            let before = index.checked_sub(1).map(|before| &self.rounds[before]);
            let executions =
                counted(round.executions, if before.is_some() { "more execution" } else { "execution" });
            let bugs = counted(round.bugs as u64, "bug");
            let found = match round.bugs {
                0 if round.complete => format!("{executions}, no bug"),
                0 => format!("{executions} until the search was ended, no bug"),
                known if before.is_some_and(|before| before.bugs == known) => format!("{executions}, {bugs}"),
                // An execution that ends with its fault is none of them.
                _ if round.executions == 0 => format!("{bugs} in the first execution"),
                _ => format!("{bugs} after {executions}"),
            };
            format!("with at most {}: {found}", self.kind.counted(round.bound))
        };
        self.rounds.iter().enumerate().filter(|_| several).map(words).collect()
    }
}

impl States {
    /// What else there is to say about them, in a line each.
    fn in_words(&self) -> Vec<String> {
        let States { states, bytes_per_state, collision_probability, unreduced, .. } = *self;
        let memory = format!(
            "{} for the states, {bytes_per_state:.1} bytes each; collision probability {collision_probability:.0e}",
            bytes(states as f64 * bytes_per_state),
        );
        let why = "explored without reduction: threads share data that no common lock protects";
        let sharing = self.sharing.map(|Sharing { objects, rounds }| {
            let rounds =
                if rounds > 1 { format!("; they were found in {rounds} rounds") } else { String::new() };
            format!("plain accesses interleaved only on {}{rounds}", counted(objects as u64, "shared object"))
        });
        let interference = self.interference.map(Interference::in_words);
        let transactions = self.transactions.map(Transactions::in_words);
        std::iter::once(memory)
            .chain(unreduced.then(|| why.to_owned()))
            .chain(sharing)
            .chain(interference)
            .chain(transactions)
            .collect()
    }
}

impl Samples {
    fn in_words(self) -> String {
        let Samples { traces, .. } = self;
        let probability = match self.new_trace_probability() * 100.0 {
            percent if percent >= 9.95 => format!("of about {percent:.0} %"),
            percent if percent >= 0.01 => format!("of about {percent:.2} %"),
            _ => "below 0.01 %".to_owned(),
        };
        format!(
            "chosen at random: {}; another execution shows a new one with a probability {probability}",
            counted(traces, "different trace")
        )
    }
}

impl Interference {
    fn in_words(self) -> String {
        let Interference { pairs, determinate, rounds } = self;
        let rounds = if rounds > 1 { format!("; that took {rounds} rounds") } else { String::new() };
        let seen = match pairs {
            0 => String::new(),
            _ => format!(
                ": {} with a thread, {determinate} of them determinate",
                counted(pairs as u64, "instruction")
            ),
        };
        format!("plain accesses interleaved only where another thread may interfere{seen}{rounds}")
    }
}

impl Transactions {
    fn in_words(self) -> String {
        let Transactions { transactions, inner_states, forced_commit_points, restarts } = self;
        format!(
            "{}, {} within them that were not stored; {} forced, {}",
            counted(transactions, "transaction"),
            counted(inner_states, "state"),
            counted(forced_commit_points, "commit point"),
            counted(restarts, "restart"),
        )
    }
}

/// `6.7 KB`
fn bytes(bytes: f64) -> String {
    let units = [(1e9, "GB"), (1e6, "MB"), (1e3, "KB")];
    let (size, unit) = units.into_iter().find(|(size, _)| bytes >= *size).unwrap_or((1.0, "bytes"));
    format!("{:.1} {unit}", bytes / size)
}

/// `3 cut off (2 by assumptions, 1 by --max-depth)`.
fn cut_off(cut_off: CutOff) -> String {
    let CutOff { assumptions, max_depth, bounds, beyond_bound } = cut_off;
    let causes = [
        (assumptions, "by assumptions"),
        (max_depth, "by --max-depth"),
        (bounds, "by bounds"),
        (beyond_bound, "by --bound"),
    ];
    let causes = causes.iter().filter(|(count, _)| *count > 0);
    let causes: Vec<String> = causes.map(|(count, cause)| format!("{count} {cause}")).collect();
    format!("{} cut off{}", cut_off.total(), in_brackets(&causes))
}

fn in_brackets(words: &[String]) -> String {
    if words.is_empty() { String::new() } else { format!(" ({})", words.join(", ")) }
}

fn at(place: Option<&Place>, sources: &Sources) -> String {
    let location = place.and_then(Place::location);
    location.map_or(String::new(), |location| format!(", at {}", sources.shown(location)))
}

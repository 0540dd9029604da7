//! Graphviz DOT: the happens-before graph of an execution with a bug. A cluster is a thread, a box a step; black edges
//! are program order, blue ones what orders steps of different threads. What makes the bug is red.

use std::collections::BTreeMap;
use std::fmt::Write;

use mazurka_machine::{FaultKind, StackFrame, ThreadId};

use crate::check::Check;
use crate::finding::{self, Finding, TraceStep};
use crate::text::counted;

impl Check {
    /// One graph a bug, and an empty one if there is none: `dot` makes something of each of them.
    pub fn to_dot(&self) -> String {
        if self.bugs.is_empty() {
            return format!(
                "digraph mazurka {{\n  label={};\n}}\n",
                quoted(&format!("{}: no bug found", self.verdict.name()))
            );
        }
        self.bugs.iter().map(graph).collect()
    }
}

fn graph(bug: &Finding) -> String {
    let mut text = String::from("digraph mazurka {\n");
    let title = format!("{}: {}", bug.kind, bug.message);
    let _ = writeln!(text, "  label={};\n  labelloc=t;", quoted(&title));
    text += "  node [shape=box, fontname=\"monospace\", fontsize=10];\n  edge [fontsize=10];\n";
    let scene = bug.scene();
    let mut threads: Vec<ThreadId> = bug.trace.steps.iter().map(|step| step.thread).collect();
    threads.extend(scene.iter().map(|(place, _)| place.thread));
    threads.sort();
    threads.dedup();
    let counts = Counts::of(bug);
    for thread in threads {
        let _ = writeln!(text, "  subgraph cluster_{} {{", thread.0);
        let _ = writeln!(text, "    label={};\n    color=gray;", quoted(&thread.to_string()));
        let mut chain = Vec::new();
        for step in bug.trace.steps.iter().filter(|step| step.thread == thread) {
            let _ = writeln!(text, "    s{} [label={}];", step.number, quoted(&step_label(step)));
            chain.push((format!("s{}", step.number), counts.before(step)));
        }
        for (index, (place, message)) in scene.iter().enumerate() {
            if place.thread == thread {
                let label = labelled(message, &place.stack);
                let _ = writeln!(
                    text,
                    "    bug{index} [label={}, color=red, fontcolor=red, penwidth=2];",
                    quoted(&label)
                );
                chain.push((format!("bug{index}"), counts.all(thread)));
            }
        }
        for pair in chain.windows(2) {
            let [(from, before), (to, after)] = pair else { continue };
            // Several bugs of a thread follow one another without a step between them.
            let label = match after.saturating_sub(before + 1) {
                0 => String::new(),
                steps => {
                    format!(" [style=dashed, label={}]", quoted(&counted(steps as u64, "omitted step")))
                }
            };
            let _ = writeln!(text, "    {from} -> {to}{label};");
        }
        text += "  }\n";
    }
    for step in &bug.trace.steps {
        for before in step.happens_after.iter().filter(|before| bug.trace.index_of(**before).is_some()) {
            let _ = writeln!(text, "  s{before} -> s{} [color=blue];", step.number);
        }
    }
    text + &conflicts(bug) + "}\n"
}

/// How many steps of its own thread lie before each step: those that are omitted count.
struct Counts {
    /// Of the steps that are described, by their index.
    before: Vec<usize>,
    /// The numbers of those steps.
    numbers: Vec<usize>,
    all: BTreeMap<ThreadId, usize>,
}

impl Counts {
    fn of(bug: &Finding) -> Counts {
        let (mut before, mut all) = (Vec::new(), BTreeMap::new());
        let numbers: Vec<usize> = bug.trace.steps.iter().map(|step| step.number).collect();
        for (number, (thread, _)) in bug.trace.schedule.iter().enumerate() {
            let count = all.entry(*thread).or_insert(0);
            if numbers.get(before.len()) == Some(&number) {
                before.push(*count);
            }
            *count += 1;
        }
        Counts { before, numbers, all }
    }

    fn before(&self, step: &TraceStep) -> usize {
        self.numbers.binary_search(&step.number).map_or(0, |index| self.before[index])
    }

    fn all(&self, thread: ThreadId) -> usize {
        self.all.get(&thread).copied().unwrap_or(0)
    }
}

/// Red edges: between the two accesses of a race, and from a waiting thread to the one that holds what it waits for.
fn conflicts(bug: &Finding) -> String {
    let scene = bug.scene();
    if bug.kind == FaultKind::DataRace && scene.len() == 2 {
        return "  bug0 -> bug1 [color=red, style=dashed, dir=none, constraint=false, label=\"no order\"];\n"
            .to_owned();
    }
    let mut text = String::new();
    for (waiter, related) in bug.related.iter().enumerate() {
        for holder in &related.holders {
            let also_waits = scene.iter().position(|(place, _)| place.thread == holder.thread);
            if let Some(other) = also_waits {
                let _ = writeln!(
                    text,
                    "  bug{waiter} -> bug{other} [color=red, style=dashed, constraint=false, label=\"waits for\"];"
                );
            }
        }
    }
    text
}

fn step_label(step: &TraceStep) -> String {
    labelled(&format!("{}. {}", step.number + 1, step.words_with_value()), &step.stack)
}

/// The words, and below them where that is.
fn labelled(words: &str, stack: &[StackFrame]) -> String {
    let place = stack.first().zip(finding::location(stack));
    match place {
        Some((frame, location)) => format!("{words}\n{}, line {}", frame.function, location.line),
        None => words.to_owned(),
    }
}

/// A quoted string of the DOT language. The language knows no escape but that of the quote; labels add `\n` and others.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => quoted += "\\\"",
            '\\' => quoted += "\\\\",
            '\n' => quoted += "\\n",
            other => quoted.push(if other.is_control() { ' ' } else { other }),
        }
    }
    quoted + "\""
}

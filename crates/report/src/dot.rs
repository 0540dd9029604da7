//! Graphviz DOT: the happens-before graph of an execution with a bug. A cluster is a thread, a box a step; black edges
//! are program order, blue ones what orders steps of different threads. What makes the bug is red.

use std::fmt::Write;

use mazurka_machine::{FaultKind, StackFrame, ThreadId};

use crate::check::Check;
use crate::finding::{self, Finding, TraceStep};

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
    let mut threads: Vec<ThreadId> = bug.trace.iter().map(|step| step.thread).collect();
    threads.extend(scene.iter().map(|(place, _)| place.thread));
    threads.sort();
    threads.dedup();
    for thread in threads {
        let _ = writeln!(text, "  subgraph cluster_{} {{", thread.0);
        let _ = writeln!(text, "    label={};\n    color=gray;", quoted(&thread.to_string()));
        let mut chain = Vec::new();
        for (index, step) in bug.trace.iter().enumerate().filter(|(_, step)| step.thread == thread) {
            let _ = writeln!(text, "    s{index} [label={}];", quoted(&step_label(index, step)));
            chain.push(format!("s{index}"));
        }
        for (index, (place, message)) in scene.iter().enumerate() {
            if place.thread == thread {
                let label = labelled(message, &place.stack);
                let _ = writeln!(
                    text,
                    "    bug{index} [label={}, color=red, fontcolor=red, penwidth=2];",
                    quoted(&label)
                );
                chain.push(format!("bug{index}"));
            }
        }
        for pair in chain.windows(2) {
            let _ = writeln!(text, "    {} -> {};", pair[0], pair[1]);
        }
        text += "  }\n";
    }
    for (index, step) in bug.trace.iter().enumerate() {
        for before in &step.happens_after {
            let _ = writeln!(text, "  s{before} -> s{index} [color=blue];");
        }
    }
    text + &conflicts(bug) + "}\n"
}

/// Red edges: between the two accesses of a race, and from who waits to who holds what it waits for.
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

fn step_label(index: usize, step: &TraceStep) -> String {
    labelled(&format!("{}. {}", index + 1, step.words_with_value()), &step.stack)
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

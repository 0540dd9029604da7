//! The analyses are quick: they run before every search that uses them.

use std::fmt::Write;
use std::time::Duration;

use mazurka_analysis::{CallGraph, fresh, locksets, unread};
use mazurka_vm::assembly::FunctionKind;
use mazurka_vm::{LIBRARY, LoweringOptions, Point, lower};
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;

use crate::support::compile;

/// A C program of this many functions of twenty lines: lists, locks, loops, and calls of earlier functions.
fn program(functions: usize) -> String {
    let mut text = String::from(
        "struct node { int x; struct node *next; long y; char name[16]; };
        struct node *heads[16]; int counts[16];
        pthread_mutex_t locks[16];\n",
    );
    for i in 0..functions {
        let (a, b, lock) = (i.saturating_sub(1), i / 2, i % 16);
        let call = if i == 0 { String::new() } else { format!("f{a}(n, depth - 1); f{b}(0, depth - 2);") };
        writeln!(
            text,
            "struct node *f{i}(struct node *list, int depth) {{
                struct node local = {{depth, list}};
                int numbers[8];
                struct node *n = malloc(sizeof *n);
                if (!n || depth <= 0)
                    return list;
                n->x = depth;
                n->next = list;
                n->y = local.x + {i};
                strcpy(n->name, \"{i}\");
                for (int i = 0; i < 8; i++) {{
                    numbers[i] = i * depth;
                    if (numbers[i] > 10)
                        n->y += numbers[i];
                }}
                {call}
                pthread_mutex_lock(&locks[{lock}]);
                heads[{lock}] = n;
                counts[{lock}]++;
                pthread_mutex_unlock(&locks[{lock}]);
                return n;
            }}"
        )
        .expect("text grows");
    }
    let last = functions - 1;
    writeln!(
        text,
        "void *worker(void *arg) {{ return f{last}(0, 3); }}
        int main(void) {{ pthread_t t; pthread_create(&t, 0, worker, 0); worker(0); }}"
    )
    .expect("text grows");
    text
}

/// What this thread has computed: other tests run at the same time.
fn cpu_time() -> Duration {
    let usage = getrusage(UsageWho::RUSAGE_THREAD).expect("the system counts CPU time");
    let time = usage.user_time() + usage.system_time();
    Duration::from_micros(time.num_microseconds().unsigned_abs())
}

/// Without optimisation of this crate it takes a few times as long as in a release.
#[test]
fn twenty_thousand_lines_take_less_than_two_seconds() {
    let text = program(1000);
    assert!(text.lines().count() > 20_000, "{} lines", text.lines().count());
    for level in ["-O0", "-O1"] {
        let program = compile(level, &text);
        let graph = CallGraph::new(&program, &LIBRARY);
        // The quickest of a few runs is what it takes; bodies are read before.
        let run = || {
            let start = cpu_time();
            let found = (fresh::find(&CallGraph::new(&program, &LIBRARY)), locksets::find(&graph));
            assert!(unread::find(&graph).is_any());
            assert!(found.0.count() > 1000, "{}", found.0.count());
            cpu_time() - start
        };
        let time = (0..3).map(|_| run()).min().expect("it ran");
        // With the control flow of the bytecode, and every function asked about once.
        let lowered = |future| {
            let start = cpu_time();
            let options = LoweringOptions { future, ..LoweringOptions::default() };
            let lowered = lower(&program, &options).expect("there is a main");
            let main = Point { function: lowered.main, pc: 0 };
            if let Some(table) = &lowered.future {
                for function in 0..lowered.functions.len() as u32 {
                    let of = Point { function, pc: 0 };
                    let is_code = matches!(lowered.functions[function as usize].kind, FunctionKind::Code(_));
                    assert!(!is_code || table.may_execute(of, of) && table.may_execute(main, main));
                }
            }
            cpu_time() - start
        };
        let futures = lowered(true).saturating_sub(lowered(false));
        eprintln!("{level}: {time:?}, futures {futures:?}");
        assert!(time < Duration::from_secs(2), "{level}: {time:?}");
        assert!(futures < Duration::from_secs(2), "{level}: futures {futures:?}");
    }
}

//! Stateful searches: how fast they are beside SPIN, the table of the SDPOR paper for our programs, and how what a
//! state costs grows with the heap.
//!
//! Every measurement is a process of its own on a program compiled beforehand; time is user and system CPU time, loading included.
//! `cargo bench --bench stateful -- peterson` measures the programs with `peterson` in their name.

mod measure;

use std::error::Error;
use std::path::Path;

use measure::{Cost, compile, stem};

/// At most a minute for one figure.
const TIMEOUT: &str = "--timeout=20";

/// A program, how it is compiled, and SPIN's states per second on its model of the same (6.5.2, compiled verifier, one core,
/// its own partial order reduction).
const BESIDE_SPIN: [(&str, &str, Option<f64>); 8] = [
    ("tests/states/peterson.c", "-DN=4", Some(1.7e6)),
    ("tests/states/bakery.c", "-DN=4", Some(2.4e6)),
    ("tests/states/bounded_buffer.c", "-DSLOTS=8", Some(1.9e6)),
    ("tests/states/bluetooth.c", "-DN=5", Some(1.6e6)),
    ("tests/states/alternating_bit.c", "-DCAPACITY=8", Some(1.0e6)),
    ("tests/states/philosophers.c", "-DN=8", Some(0.56e6)),
    ("tests/states/philosophers.c", "-DN=9 -DENDLESS", Some(0.20e6)),
    ("tests/states/figure1.c", "", None),
];

/// The programs of the paper's Table 1, or of their kind, with the paper's runs and transitions of DPOR and SDPOR; nothing
/// where it did not end within a day.
const TABLE: [(&str, &str, &str); 9] = [
    ("tests/states/figure1.c", "", "example1 (2): - / 35, 2,084, 12 again"),
    ("tests/states/shared_array.c", "", "sharedArray (2): - / 98, 18,557, 33 again"),
    (
        "tests/states/bounded_buffer.c",
        "-DITEMS=2",
        "bbuf (4): 47,096, 1,058,962 / 16,246, 349,717, 669 again",
    ),
    ("tests/states/block_compressor.c", "-DTHREADS=4", "bzip2smp (4): - / 4,598, 26,442, 4,460 again"),
    ("tests/states/block_compressor.c", "-DTHREADS=5", "bzip2smp (5): - / 18,709, 92,276, 18,278 again"),
    ("tests/states/block_compressor.c", "-DTHREADS=6", "bzip2smp (6): - / 51,400, 236,863, 50,401 again"),
    ("tests/states/file_scanner.c", "-DTHREADS=3", "pfscan (3): 84, 1,157 / 71, 967, 2 again"),
    ("tests/states/file_scanner.c", "-DTHREADS=4", "pfscan (4): 13,617, 189,218 / 3,168, 40,395, 334 again"),
    ("tests/states/file_scanner.c", "-DTHREADS=5", "pfscan (5): - / 272,873, 3,402,486, 39,008 again"),
];

/// DPOR as the paper has it, and SDPOR with both kinds of states.
const SEARCHES: [(&str, &[&str]); 4] = [
    ("DPOR", &["--reduction=classic", "--no-commute"]),
    ("SDPOR light", &["--reduction=sdpor", "--states=light"]),
    ("SDPOR exact", &["--reduction=sdpor"]),
    ("all states", &["--reduction=stateful"]),
];

/// The same states with heaps of these kilobytes, in blocks of these bytes.
const HEAPS: [(usize, usize); 6] = [(64, 1024), (512, 1024), (4096, 1024), (64, 64), (512, 64), (4096, 64)];

fn main() -> Result<(), Box<dyn Error>> {
    let Some(wanted) = measure::begin()? else { return Ok(()) };
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|part| name.contains(part.as_str()));
    compare_with_spin(is_wanted)?;
    rebuild_table(is_wanted)?;
    grow_heap(is_wanted)
}

/// What a state costs, the start of the program aside: the difference between many states and few.
fn grow_heap(is_wanted: impl Fn(&str) -> bool) -> Result<(), Box<dyn Error>> {
    let program = "tests/states/large_heap.c";
    if !is_wanted(&name_of(program, "")) {
        return Ok(());
    }
    println!("\n{:>12} {:>12} {:>14}", "live heap", "blocks of", "a state costs");
    for (kilobytes, block) in HEAPS {
        let cost = |rounds: usize| -> Result<(f64, f64), Box<dyn Error>> {
            let flags = format!("-DKILOBYTES={kilobytes} -DBLOCK={block} -DN={rounds}");
            let Cost { report, seconds, .. } = search(&compile(program, &flags)?, &["--reduction=stateful"])?;
            Ok((report["states"].as_f64().ok_or("no states are told")?, seconds))
        };
        let ((few, shorter), (many, longer)) = (cost(2)?, cost(30)?);
        let microseconds = 1e6 * (longer - shorter) / (many - few);
        println!("{kilobytes:9} KB {block:10} B {microseconds:11.1} µs");
    }
    Ok(())
}

fn name_of(program: &str, flags: &str) -> String {
    format!("{} {}", stem(program), flags.replace("-D", ""))
}

fn compare_with_spin(is_wanted: impl Fn(&str) -> bool) -> Result<(), Box<dyn Error>> {
    let head = ["states", "steps", "states/s", "bytes each", "peak MB", "SPIN's", "ratio"];
    print!("{:28}", "all states of");
    head.iter().for_each(|column| print!(" {column:>11}"));
    println!();
    for (program, flags, spin) in BESIDE_SPIN {
        let name = name_of(program, flags);
        if !is_wanted(&name) {
            continue;
        }
        let Cost { report, seconds, megabytes } =
            search(&compile(program, flags)?, &["--reduction=stateful"])?;
        let states = report["states"].as_f64().ok_or("no states are told")?;
        let bytes = report["bytes_per_state"].as_f64().unwrap_or(f64::NAN);
        let more = if report["verdict"] == "incomplete" { ">" } else { "" };
        let rate = states / seconds;
        print!("{name:28} {:>11} {:>11}", format!("{more}{states}"), report["transitions"].to_string());
        print!(" {rate:11.0} {bytes:11.1} {megabytes:11.1}");
        match spin {
            Some(spin) => println!(" {spin:11.0} {:10.2}x", rate / spin),
            None => println!(" {:>11} {:>11}", "-", "-"),
        }
    }
    Ok(())
}

fn rebuild_table(is_wanted: impl Fn(&str) -> bool) -> Result<(), Box<dyn Error>> {
    print!("\n{:26} {:12}", "program", "search");
    ["runs", "steps", "again", "states", "seconds"].iter().for_each(|column| print!(" {column:>11}"));
    println!("  the paper: DPOR / SDPOR");
    for (program, flags, paper) in TABLE {
        let name = name_of(program, flags);
        if !is_wanted(&name) {
            continue;
        }
        let text = compile(program, flags)?;
        for (search_name, options) in SEARCHES {
            let Cost { report, seconds, .. } = search(&text, options)?;
            let more = if report["verdict"] == "incomplete" { ">" } else { "" };
            print!("{name:26} {search_name:12}");
            for figure in
                [&report["executions"], &report["transitions"], &report["revisits"], &report["states"]]
            {
                let figure = figure.as_u64().map_or("-".into(), |figure| format!("{more}{figure}"));
                print!(" {figure:>11}");
            }
            println!(" {seconds:11.3}  {paper}");
        }
    }
    Ok(())
}

fn search(text: &Path, options: &[&str]) -> Result<Cost, Box<dyn Error>> {
    measure::check(text, &["--keep-going", "--max-depth=1000000000", TIMEOUT], options)
}

//! Text reports as people see them, on a narrow page and on a wide one: `tests/reports/NAME.WIDTH.txt`.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

/// Set it to write the files anew.
const BLESS: &str = "MAZURKA_BLESS";

/// Programs of `tests/check/bugs`, by what their reports show.
const PROGRAMS: [(&str, &str); 8] = [
    ("deadlock", "bank_transfer"),
    ("race", "lost_update"),
    ("assertion", "bank_withdraw"),
    ("use_after_free", "use_after_free"),
    ("livelock", "flag_handshake"),
    ("many_threads", "philosophers"),
    ("signal", "signal_before_poll"),
    ("wrapper", "lock_wrapper"),
];

fn report(program: &str, options: &[&str]) -> String {
    let file = format!("{program}.c");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/check/bugs").join(&file);
    // Traces are written there.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("reports").join(options.concat());
    fs::create_dir_all(&folder).unwrap();
    fs::copy(source, folder.join(&file)).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_mazurka"));
    let output = command
        .current_dir(folder)
        .args(["check", &file])
        .args(options)
        .env_remove("COLUMNS")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    without_measurements(&String::from_utf8(output.stdout).unwrap())
}

/// How long a search takes differs from run to run. How full its tables are depends on fingerprints, and these on the number of
/// functions that the library has.
fn without_measurements(text: &str) -> String {
    let time = |line: &str| {
        let (before, reduction) = line.rsplit_once(" s (")?;
        let (before, _) = before.rsplit_once(' ')?;
        Some(format!("{before} … s ({reduction}"))
    };
    let memory = |line: &str| {
        let (_, rest) = line.split_once(" for the states, ")?;
        let (_, rest) = rest.split_once(" bytes each")?;
        Some(format!("… for the states, … bytes each{rest}"))
    };
    let line = |text: &str| time(text).or_else(|| memory(text)).unwrap_or_else(|| text.to_owned());
    text.lines().map(|text| line(text) + "\n").collect()
}

#[track_caller]
fn compare(name: &str, width: usize, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../tests/reports/{name}.{width}.txt"));
    if env::var_os(BLESS).is_some() {
        fs::write(&path, text).unwrap();
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(text, expected, "{name} at {width} columns; {BLESS}=1 accepts what it is now");
    for line in text.lines() {
        assert!(line.chars().count() <= width, "{name}: wider than {width}: {line}");
    }
}

#[test]
fn reports_are_as_they_were_approved() {
    for (name, program) in PROGRAMS {
        for width in [80, 200] {
            compare(name, width, &report(program, &["--width", &width.to_string()]));
        }
    }
}

#[test]
fn too_many_threads_for_the_page_are_listed_one_below_the_other() {
    compare("many_threads", 60, &report("philosophers", &["--width", "60"]));
}

#[test]
fn verbose_shows_every_step_and_every_stack() {
    compare("deadlock_verbose", 80, &report("bank_transfer", &["--width", "80", "--verbose"]));
}

/// Threads that wait in loops are in several places on the way round, and the livelock is one all the same.
#[test]
fn states_have_figures_of_their_own() {
    let options = ["--width", "80", "--reduction", "stateful", "--keep-going"];
    compare("states", 80, &report("wait_for_each_other", &options));
}

#[test]
fn transactions_are_grouped_and_movers_listed() {
    for width in [80, 200] {
        let options = ["--width", &width.to_string(), "--reduction", "transactions", "--show-movers"];
        compare("transactions", width, &report("bank_withdraw", &options));
    }
}

#[test]
fn choices_have_places_and_reasons() {
    for width in [80, 200] {
        let options = ["--width", &width.to_string(), "--reduction", "dpor-states", "--show-choices"];
        compare("choices", width, &report("bank_withdraw", &options));
    }
}

#[test]
fn quiet_leaves_the_verdict() {
    assert_eq!(report("bank_transfer", &["--quiet"]).lines().count(), 1);
}

#[test]
fn colours_are_for_terminals_and_for_those_who_ask() {
    let plain = report("bank_transfer", &[]);
    assert!(!plain.contains('\x1b'));
    assert_eq!(report("bank_transfer", &["--color", "never"]), plain);
    let painted = report("bank_transfer", &["--color", "always"]);
    assert!(painted.contains("\x1b[1;31merror[deadlock]\x1b[0m"), "{painted}");
    let unpainted: String = painted
        .split('\x1b')
        .enumerate()
        .map(|(at, part)| if at == 0 { part } else { part.split_once('m').unwrap().1 })
        .collect();
    assert_eq!(unpainted.lines().next(), plain.lines().next());
}

//! The page that shows findings, in a real browser.

mod browser;
mod executions;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use browser::{Browser, key};
use executions::{deadlock, long, omitting, page, page_with_choices, race, transactions, write};
use mazurka_machine::ThreadId;
use mazurka_report::choices::{Choices, Step, Why};
use mazurka_report::{Action, Finding, TraceStep};
use serde_json::{Value, json};

/// A browser that shows these findings.
fn open(name: &str, findings: &[Finding]) -> Browser {
    let browser = Browser::start();
    browser.open(&page(name, findings));
    browser
}

/// What a screen reader would say of the selected box.
fn chosen(browser: &Browser) -> String {
    let label = "return document.querySelector('.box.chosen').getAttribute('aria-label')";
    browser.script(label).as_str().unwrap().to_owned()
}

/// The number and the text of the highlighted source line.
fn source_line(browser: &Browser) -> (String, String) {
    (browser.text("#lines .here .line-number"), browser.text("#lines .here .text"))
}

#[test]
fn a_page_opens_where_it_went_wrong() {
    let browser = open("opens.html", &[deadlock()]);
    assert_eq!(browser.text("h1"), "deadlock all threads wait");
    let figures = "prog.c · 4 steps · 2 threads · 3 context switches · 3 executions have this bug";
    assert_eq!(browser.text("#figures"), figures);
    assert_eq!(
        chosen(&browser),
        "outcome, thread 1: thread 1 waits to lock b, which main holds, prog.c line 5"
    );
    assert_eq!(source_line(&browser), ("5".to_owned(), "int line_5;".to_owned()));
    assert_eq!(browser.console(), [""; 0]);
}

#[test]
fn lanes_hold_boxes_bars_and_arrows() {
    let browser = open("lanes.html", &[deadlock(), race()]);
    assert_eq!(browser.text("#lanes .strip"), "mainouter()thread 1outer()");
    assert_eq!(browser.count(".box:not(.outcome)"), 4);
    assert_eq!(browser.count(".box.outcome"), 2);
    assert_eq!(browser.count("path.order"), 1, "from the creation to the first step");
    let ends = "const path = document.querySelector('path.order');
                const [from, to] = [0, path.getTotalLength()].map((at) => path.getPointAtLength(at));
                return [from.x < to.x, from.y < to.y]";
    assert_eq!(browser.script(ends), json!([true, true]), "to the right and down");
    assert_eq!(browser.count("path.bad"), 2, "each waits for the other");
    assert_eq!(browser.count(".box.culprit"), 2, "where the locks were taken");
    let bars = "return [...document.querySelectorAll('.bar')].map((bar) => bar.title)";
    let held = ["a, held from step 2 to the end", "b, held from step 3 to the end"];
    assert_eq!(browser.script(bars), json!(held));

    browser.press("]");
    assert_eq!(browser.text("h1"), "data-race thread 1 writes x while main reads it");
    assert_eq!(browser.count(".box.outcome"), 2, "both accesses");
    assert_eq!(browser.count("path.bad[marker-start]"), 1, "between the two");
    assert!(browser.text("#step").contains("main has allocated it"));
    assert_eq!(browser.console(), [""; 0]);
}

#[test]
fn brackets_show_transactions() {
    let browser = open("transactions.html", &[transactions(), deadlock()]);
    assert_eq!(
        browser.text("#figures"),
        "prog.c · 4 steps · 2 threads · 2 context switches · 3 transactions · 3 executions have this bug"
    );
    let brackets = "return [...document.querySelectorAll('.bracket')].map((bracket) => {
                        const { top, bottom, right } = bracket.getBoundingClientRect();
                        const inside = [...document.querySelectorAll('.row-number')].filter((row) => {
                            const { top: start, bottom: end } = row.getBoundingClientRect();
                            return top < (start + end) / 2 && (start + end) / 2 < bottom;
                        });
                        const lane = document.querySelector('.box').getBoundingClientRect().left;
                        return [inside.map((row) => row.textContent).join(' '), right < lane];
                    })";
    assert_eq!(browser.script(brackets), json!([["1", true], ["2 3", true], ["4", true]]));
    let commits = "return [...document.querySelectorAll('.commit')].map((sign) => {
                       const { top, bottom } = sign.getBoundingClientRect();
                       const row = [...document.querySelectorAll('.row-number')].find((row) => {
                           const { top: start, bottom: end } = row.getBoundingClientRect();
                           return start <= (top + bottom) / 2 && (top + bottom) / 2 < end;
                       });
                       return row.textContent;
                   })";
    assert_eq!(browser.script(commits), json!(["1", "4"]));
    browser.click("#event-0");
    assert_eq!(chosen(&browser), "step 1, main: create thread 1, transaction 1, commit point, prog.c line 1");
    assert!(browser.text("#step").contains("Transaction 1: this step alone, committed here"));
    browser.click("#event-2");
    assert!(browser.text("#step").contains("Transaction 2: steps 2 to 3"), "{}", browser.text("#step"));
    browser.press("]");
    assert_eq!(browser.count(".bracket"), 0, "another finding has no transactions");
    assert!(!browser.text("#figures").contains("transaction"));
    assert_eq!(browser.console(), [""; 0]);
}

/// A place of the program with choices is marked wherever a step is there that does the same, unless they were another
/// thread's, with the step's own.
#[test]
fn steps_with_choices_are_marked() {
    let finding = deadlock();
    let place_of = |step: usize| {
        let TraceStep { stack, action, object, .. } = &finding.trace.steps[step];
        Step { frame: stack.first().cloned(), action: *action, object: object.clone() }
    };
    let race = |thread, step| Why::Race(ThreadId(thread), place_of(step));
    let choices = [
        Choices {
            at: place_of(1),
            count: 6,
            reasons: vec![(race(0, 2), 3), (Why::Blocked, 2), (race(1, 3), 1)],
        },
        Choices { at: Step { object: None, ..place_of(3) }, count: 1, reasons: vec![(race(0, 0), 1)] },
        Choices {
            at: Step { action: Action::Fence, ..place_of(2) },
            count: 1,
            reasons: vec![(Why::Ended, 1)],
        },
        Choices { at: place_of(0), count: 1, reasons: vec![(race(0, 2), 1)] },
    ];
    let browser = Browser::start();
    browser.open(&page_with_choices("choices.html", std::slice::from_ref(&finding), &choices));
    let marked = "return [...document.querySelectorAll('.box')].filter((box) => box.querySelector('.fork')).map((box) => box.id)";
    assert_eq!(browser.script(marked), json!(["event-1", "event-3"]));
    assert!(browser.text("#figures").contains("marks choices of the search"));
    browser.click("#event-1");
    assert!(chosen(&browser).contains("5 choices of the search"), "{}", chosen(&browser));
    let details = browser.text("#step");
    let expected =
        "Here the search made 5 choices3: race with main: lock b at prog.c:3:52: the thread cannot continue";
    assert!(details.contains(expected), "{details}");
    browser.click("#event-3");
    let expected = "Here the search made 1 choicerace with main: create thread 1 at prog.c:1:5";
    assert!(browser.text("#step").contains(expected), "{}", browser.text("#step"));
    browser.click("#event-2");
    assert!(!browser.text("#step").contains("choice"), "another action at the same place");
    assert_eq!(browser.console(), [""; 0]);
}

#[test]
fn a_click_shows_what_is_known_of_a_step() {
    let browser = open("click.html", &[deadlock()]);
    browser.click("#event-3");
    assert_eq!(chosen(&browser), "step 4, thread 1: write balance, 100 → 50, prog.c line 4");
    assert_eq!(source_line(&browser), ("4".to_owned(), "int line_4;".to_owned()));
    assert_eq!(browser.text("#variables"), "balance100 → 504total7 → 84");
    assert_eq!(browser.text("#output"), "taken\n");
    let details = browser.text("#step");
    assert!(details.starts_with("Step 4 of 4thread 1write balance"), "{details}");
    assert!(details.contains("inner() prog.c:4outer() prog.c:6"), "{details}");
    assert!(details.contains("a since step 2"), "{details}");

    // The caller's line; a step that the details name; the next step at a source line.
    browser.click("#step li:nth-child(2) .link");
    assert_eq!(source_line(&browser).0, "6");
    browser.click("#event-0");
    assert_eq!(browser.text("#variables"), "No variable was touched so far.");
    assert_eq!(browser.text("#output"), "");
    browser.click("#lines [data-line='3'] .text");
    assert!(chosen(&browser).starts_with("step 3, main: lock b"));
    assert_eq!(browser.console(), [""; 0]);
}

#[test]
fn variables_of_one_name_are_told_apart() {
    let browser = open("variables.html", &[race()]);
    browser.click("#event-0");
    assert_eq!(browser.text("#variables"), "i? → 01x1 → 21");
    browser.click("#event-1");
    assert_eq!(browser.text("#variables"), "i of main01i of thread 1? → 52x2 → 32");
    assert_eq!(browser.console(), [""; 0]);
}

#[test]
fn a_page_says_where_steps_are_omitted() {
    let browser = open("omitting.html", &[omitting()]);
    let figures = "prog.c · 1000002 steps (1000000 omitted here) · 2 threads · 1 context switch";
    assert_eq!(browser.text("#figures"), figures);
    assert_eq!(browser.text(".gap"), "1000000 steps omitted");
    browser.click("#event-1");
    assert!(chosen(&browser).starts_with("step 1000002, thread 1: start"), "{}", chosen(&browser));
    assert!(browser.text("#step").starts_with("Step 1000002 of 1000002"), "{}", browser.text("#step"));
    // The arrow from an omitted step has nowhere to begin; and what main had set may have changed since.
    assert_eq!(browser.count("#paths .order"), 1);
    assert_eq!(browser.text("#variables"), "i? → 51000002x2 → 31000002");
    assert_eq!(browser.console(), [""; 0]);
}

#[test]
fn keys_walk_through_the_steps() {
    let browser = open("keys.html", &[deadlock()]);
    let walk = [
        (key::HOME, "step 1"),
        ("j", "step 2"),
        (key::DOWN, "step 3"),
        (key::UP, "step 2"),
        ("n", "step 4"),
        ("n", "outcome, thread 1"),
        ("p", "step 4"),
        ("p", "step 2"),
        (key::LEFT, "step 1"),
        (key::RIGHT, "step 2"),
        ("k", "step 1"),
        ("k", "step 1"),
        (key::END, "outcome, main"),
        ("j", "outcome, main"),
        ("b", "outcome, thread 1"),
    ];
    for (number, (keys, expected)) in walk.into_iter().enumerate() {
        browser.press(keys);
        assert!(chosen(&browser).starts_with(expected), "key {number}: {}", chosen(&browser));
    }
    let help = "return document.getElementById('keys').open";
    browser.press("?");
    assert_eq!(browser.script(help), true);
    browser.press(key::ESCAPE);
    assert_eq!(browser.script(help), false);
    let paper = "return getComputedStyle(document.body).backgroundColor";
    let light = browser.script(paper);
    browser.press("t");
    assert_ne!(browser.script(paper), light);
    browser.press("t");
    assert_eq!(browser.script(paper), light);
    assert_eq!(browser.console(), [""; 0]);
}

#[test]
fn search_goes_from_hit_to_hit() {
    let browser = open("search.html", &[deadlock()]);
    browser.press(key::HOME);
    browser.press("/");
    browser.press("LOCK main");
    assert_eq!(browser.text("#hits"), "3 hits");
    assert_eq!(browser.count(".box.hit"), 3);
    let from_the_end_to_the_start = ("step 3", "1 of 3");
    let hits = [("step 3", "1 of 3"), ("outcome, thread 1", "2 of 3"), ("outcome, main", "3 of 3")];
    for (event, hit) in hits.into_iter().chain([from_the_end_to_the_start]) {
        browser.press(key::ENTER);
        assert!(chosen(&browser).starts_with(event), "{}", chosen(&browser));
        assert_eq!(browser.text("#hits"), hit);
    }
    browser.press("x");
    assert_eq!(browser.text("#hits"), "0 hits");
    browser.press(key::ESCAPE);
    assert_eq!((browser.text("#hits").as_str(), browser.count(".box.hit")), ("", 0));
    browser.press("k");
    assert!(chosen(&browser).starts_with("step 2"), "keys walk again after the search");
    assert_eq!(browser.console(), [""; 0]);
}

#[test]
fn text_is_readable_in_light_and_in_dark() {
    let browser = open("contrast.html", &[deadlock()]);
    let pale = include_str!("contrast.js");
    let paper = "return getComputedStyle(document.body).backgroundColor";
    let mut papers = Vec::new();
    for _ in 0..2 {
        browser.press("b");
        assert_eq!(browser.script(pale), json!([]), "on the outcome");
        browser.click("#event-3");
        assert_eq!(browser.script(pale), json!([]), "on a step that changes variables");
        browser.press("/lock");
        assert_eq!(browser.script(pale), json!([]), "on hits");
        browser.press(key::ESCAPE);
        papers.push(browser.script(paper));
        browser.press("t");
    }
    assert_ne!(papers[0], papers[1]);
    browser.script("document.body.style.color = '#bbb'");
    assert_ne!(browser.script(pale), json!([]), "pale text is noticed");
}

#[test]
fn five_thousand_steps_stay_usable() {
    let file = page("long.html", &[long(5000)]);
    let browser = Browser::start();
    let started = Instant::now();
    browser.open(&file);
    assert_eq!(chosen(&browser), "outcome, main: assertion failed, prog.c line 1");
    assert!(started.elapsed() < Duration::from_secs(10), "{:?} until it can be seen", started.elapsed());

    browser.press(key::HOME);
    assert!(chosen(&browser).starts_with("step 1,"), "{}", chosen(&browser));
    assert!(browser.count(".box") < 100, "only what is in sight is part of the page");
    // The fastest of some: what others do on this machine is not the page's fault.
    let fastest = |key: &str| {
        let times = browser.script(&format!(
            "const times = [];
             for (let i = 0; i < 20; i++) {{
               const start = performance.now();
               document.dispatchEvent(new KeyboardEvent('keydown', {{ key: '{key}' }}));
               document.body.offsetHeight;
               times.push(performance.now() - start);
             }}
             return Math.min(...times);"
        ));
        times.as_f64().unwrap()
    };
    assert!(fastest("j") < 300.0, "a key at the start");
    assert!(chosen(&browser).starts_with("step 21,"), "{}", chosen(&browser));
    browser.press(key::END);
    assert!(fastest("k") < 300.0, "a key at the end");
    assert!(chosen(&browser).starts_with("step 4981,"), "{}", chosen(&browser));
    let variables = browser.count("#variables tr");
    browser.click("#variables > .link");
    assert_eq!(
        (variables, browser.count("#variables tr")),
        (40, 350),
        "only the latest, unless asked for all"
    );

    browser.press("/");
    browser.press("needle");
    browser.press(key::ENTER);
    assert!(chosen(&browser).starts_with("step 4321, thread 5: write needle"), "{}", chosen(&browser));
    assert_eq!(browser.count("#minimap:not([hidden])"), 1);
    browser.press(key::ESCAPE);
    browser.click("#event-4320");
    assert_eq!(browser.console(), [""; 0]);
}

/// What `tests/viewer/injection.c` prints twice, and says in its assertion.
const ATTACK: &str = "</script><script>window.injected = 1</script>";

const INJECTED: &str = "return window.injected === undefined ? null : window.injected";

/// `mazurka check` with `--html`, and the page that it writes.
fn checked(name: &str, program: &Path, exit: i32) -> PathBuf {
    let file = write(name, "");
    let check = Command::new(env!("CARGO_BIN_EXE_mazurka"))
        .current_dir(file.parent().unwrap())
        .args(["check", "--quiet", "--html"])
        .args([&file, program])
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert_eq!(check.status.code(), Some(exit), "{}", String::from_utf8_lossy(&check.stderr));
    file
}

#[test]
fn a_program_cannot_inject_anything() {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/viewer/injection.c");
    let browser = Browser::start();

    // The attack works on a page without a defence.
    browser.open(&write("naive.html", &format!("<!doctype html><script>var text = '{ATTACK}'</script>")));
    assert_eq!(browser.script(INJECTED), 1);
    browser.console();

    browser.open(&checked("injection.html", &program, 1));
    assert!(browser.text("h1").contains(ATTACK), "{}", browser.text("h1"));
    assert_eq!(browser.text("#output").matches(ATTACK).count(), 2, "{}", browser.text("#output"));
    browser.press(key::HOME);
    browser.script("document.getElementById('code').scrollTop = 0");
    let comment = format!("return document.getElementById('lines').textContent.includes({ATTACK:?})");
    assert_eq!(browser.script(&comment), true, "the source text is shown as it is");
    assert_eq!(browser.script(INJECTED), Value::Null);
    assert_eq!((browser.count("script"), browser.count("img"), browser.count("b")), (2, 0, 0));
    assert_eq!(browser.console(), [""; 0]);

    // Even a script that found its way into the page would not run.
    browser.script(
        "const script = document.createElement('script');
         script.textContent = 'window.injected = 2';
         document.body.append(script);",
    );
    assert_eq!(browser.script(INJECTED), Value::Null);
    assert!(browser.console().concat().contains("Content Security Policy"));
}

#[test]
fn a_real_program_is_told_in_full() {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/transfer.c");
    let browser = Browser::start();
    let file = checked("transfer.html", &program, 1);
    browser.open(&file);
    assert!(browser.text("h1").starts_with("deadlock all threads wait"));
    assert_eq!(browser.count(".box.outcome"), 3);
    assert_eq!((browser.count(".bar"), browser.count(".box.culprit"), browser.count("path.bad")), (2, 2, 2));
    assert_eq!(browser.count("path.order"), 2, "threads start after they were created");
    assert_eq!(source_line(&browser).1.trim(), "pthread_mutex_lock(&to->lock);");
    assert!(browser.console().is_empty());
    let again = fs::read(&file).unwrap();
    assert!(fs::read(checked("transfer.html", &program, 1)).unwrap() == again, "the same page every time");
}

#[test]
fn a_program_without_bugs_has_a_page_that_says_so() {
    let program = write("fine.c", "int main(void) { return 0; }\n");
    let browser = Browser::start();
    browser.open(&checked("fine.html", &program, 0));
    assert_eq!(browser.text("#message"), "No bug: everything was explored.");
    assert!(browser.text("#figures").ends_with("fine.c"));
    assert!(browser.console().is_empty());
}

/// What a page knows.
fn data(page: &Path) -> Value {
    let page = fs::read_to_string(page).unwrap();
    let data = page.split_once(" id=\"data\">").unwrap().1.split_once("</script>").unwrap().0;
    serde_json::from_str(data).unwrap()
}

#[test]
fn a_trace_file_makes_the_same_page() {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/lost_update.c");
    let page = checked("lost_update.html", &program, 1);
    let (folder, shown) = (page.parent().unwrap(), write("shown.html", ""));
    let show = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mazurka"));
        command.current_dir(folder).arg("show").args(arguments).stdin(Stdio::null()).output().unwrap()
    };
    let output = show(&["--html", "shown.html", "lost_update.mztrace"]);
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(0), &b""[..]));
    let (checked, again) = (data(&page), data(&shown));
    for part in ["findings", "stacks", "files"] {
        assert_eq!(again[part], checked[part], "{part}");
    }
    assert_eq!(again["program"], "lost_update.mztrace");
    let browser = Browser::start();
    browser.open(&shown);
    assert_eq!((browser.count(".box.outcome"), browser.count(".box.culprit")), (2, 2), "both accesses");

    let text = show(&["lost_update.mztrace"]);
    let text = String::from_utf8(text.stdout).unwrap();
    assert!(text.starts_with("error[data-race]: "), "{text}");
    let wrong = show(&["--html", "shown.html", "lost_update.html"]);
    assert_eq!(wrong.status.code(), Some(2));
    let reason = "error: cannot read lost_update.html: it is not a trace file of Mazurka\n";
    assert!(String::from_utf8(wrong.stderr).unwrap().starts_with(reason));
}

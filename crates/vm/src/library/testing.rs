//! A machine without a program, to call library functions on, and a C compiler to compare them with.

use std::io::Write;
use std::process::{Command, Stdio};

use mazurka_machine::{Operation, ThreadId, toy};

use super::{Args, Native, Return, Run, find, hidden};
use crate::arrivals::Arrivals;
use crate::clocks::Clocks;
use crate::config::Config;
use crate::context::{Context, State, Stop, View};
use crate::files::Files;
use crate::memory::Memory;
use crate::output::{Output, Stream};
use crate::program::Program;
use crate::sites::Sites;
use crate::threads::Threads;
use crate::visibility::SynchronizationOnly;

pub(crate) struct Bench {
    program: Program,
    config: Config,
    pub state: State,
}

impl Bench {
    pub(crate) fn new(config: Config) -> Bench {
        let mut memory = Memory::new(config.check_uninitialized);
        memory.set_limit(config.memory_limit);
        hidden::set_up(&mut memory);
        let mut threads = Threads::default();
        threads.create(None);
        let files = Files::new(&config);
        Bench {
            program: Program::default(),
            config,
            state: State {
                memory,
                threads,
                files,
                output: Output::default(),
                clocks: Clocks::default(),
                arrivals: Arrivals::default(),
                sections: Default::default(),
                sites: Sites::default(),
                panics: Default::default(),
            },
        }
    }

    /// Calls a function that must be ready to run.
    pub(crate) fn call(&mut self, name: &str, words: &[u64]) -> Result<Return, Stop> {
        let native = find(name).unwrap_or_else(|| panic!("{name} is in no family"));
        let args = Args::new(words);
        let thread = ThreadId::MAIN;
        let Bench { program, config, state } = self;
        match native.run {
            Run::Local(run) => {
                run(&mut Context { program, config, visibility: &SynchronizationOnly, state, thread }, &args)
            }
            Run::Visible { describe, run, .. } => {
                let intent = describe(
                    &View { program, config, visibility: &SynchronizationOnly, state, thread },
                    &args,
                )?;
                assert!(intent.enabled, "{name} would wait");
                run(
                    &mut Context { program, config, visibility: &SynchronizationOnly, state, thread },
                    &args,
                    0,
                )
            }
            Run::Block(run) => run(
                &mut Context { program, config, visibility: &SynchronizationOnly, state, thread },
                &args,
                0,
            ),
        }
    }

    /// What a visible function is about to do.
    pub(crate) fn operation(&self, name: &str, words: &[u64]) -> Operation {
        let Some(Native { run: Run::Visible { describe, .. }, .. }) = find(name) else {
            panic!("{name} is not a visible function");
        };
        let Bench { program, config, state } = self;
        let view = View { program, config, visibility: &SynchronizationOnly, state, thread: ThreadId::MAIN };
        describe(&view, &Args::new(words)).expect("valid memory").operation
    }

    /// Calls a function unless it would wait; ignores its result.
    pub(crate) fn try_call(&mut self, native: &Native, words: &[u64]) {
        let args = Args::new(words);
        let thread = ThreadId::MAIN;
        let Bench { program, config, state } = self;
        let described = match native.run {
            Run::Local(_) | Run::Block(_) => Ok(true),
            Run::Visible { describe, .. } => {
                describe(&View { program, config, visibility: &SynchronizationOnly, state, thread }, &args)
                    .map(|intent| intent.enabled)
            }
        };
        let context = &mut Context { program, config, visibility: &SynchronizationOnly, state, thread };
        let _ = match (&native.run, described) {
            (_, Ok(false) | Err(_)) => return,
            (Run::Local(run), _) => run(context, &args),
            (Run::Visible { run, .. } | Run::Block(run), _) => run(context, &args, 0),
        };
    }

    /// The register that a call returns; panics on a fault.
    pub(crate) fn word(&mut self, name: &str, words: &[u64]) -> u64 {
        match self.call(name, words) {
            Ok(Return::Word(word)) => word,
            other => panic!("{name} gave {other:?}"),
        }
    }

    pub(crate) fn int(&mut self, name: &str, words: &[u64]) -> i32 {
        self.word(name, words) as i32
    }

    /// A block of the heap with these bytes.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> u64 {
        let memory = &mut self.state.memory;
        let address = memory.allocate(ThreadId::MAIN, bytes.len() as u64, 16).expect("small");
        memory.write_raw(address, bytes);
        address
    }

    /// A block with this string and its terminating zero.
    pub(crate) fn text(&mut self, text: &str) -> u64 {
        self.bytes(&[text.as_bytes(), b"\0"].concat())
    }

    pub(crate) fn string_at(&mut self, address: u64) -> String {
        String::from_utf8_lossy(self.state.memory.c_string(address).expect("a string")).into_owned()
    }

    pub(crate) fn errno(&self) -> i32 {
        i32::from_le_bytes(self.state.memory.peek_raw(crate::address::errno_of(ThreadId::MAIN)))
    }

    pub(crate) fn stdout(&self) -> String {
        let of_stdout = self.state.output.chunks().filter(|(stream, _)| *stream == Stream::Stdout);
        let bytes: Vec<u8> = of_stdout.flat_map(|(_, bytes)| bytes.to_vec()).collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

/// Random arguments of library functions.
pub(crate) struct Random(toy::Random);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(toy::Random::new(seed))
    }

    /// Between `-limit` and `limit`.
    pub(crate) fn exponent(&mut self, limit: u64) -> i64 {
        self.below(2 * limit + 1) as i64 - limit as i64
    }

    pub(crate) fn bits(&mut self) -> u64 {
        self.0.bits()
    }

    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.bits() % limit
    }

    pub(crate) fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        self.0.one_of(from)
    }

    pub(crate) fn integer(&mut self) -> u64 {
        let value = match self.below(4) {
            0 => [0, 1, u64::MAX, i64::MAX as u64, i64::MIN as u64, 255, 1 << 31][self.below(7) as usize],
            _ => self.bits() >> self.below(64),
        };
        if self.below(3) == 0 { value.wrapping_neg() } else { value }
    }

    pub(crate) fn double(&mut self) -> f64 {
        const SPECIAL: &[f64] =
            &[0.0, -0.0, f64::INFINITY, f64::NAN, 0.5, 1.5, 2.5, 1e5, 1e6, 999_999.5, 1e-5];
        match self.below(5) {
            0 => SPECIAL[self.below(SPECIAL.len() as u64) as usize],
            1 => self.below(20_000) as f64 / 8.0 - 1000.0,
            2 => f64::from_bits(self.bits() >> 12),
            3 => self.below(1 << 20) as f64 * 10f64.powi(self.below(40) as i32 - 20),
            _ => f64::from_bits(self.bits()),
        }
    }
}

/// Compiles and runs a C program; what it prints.
pub(crate) fn native(source: &str, stdin: &[u8], flags: &[&str], name: &str) -> String {
    let program = std::env::temp_dir().join(format!("mazurka-{name}-{}", std::process::id()));
    let mut compiler = Command::new("cc")
        .args(["-w", "-O0"])
        .args(flags)
        .args(["-x", "c", "-", "-o"])
        .arg(&program)
        .arg("-lm")
        .stdin(Stdio::piped())
        .spawn()
        .expect("a C compiler is installed");
    compiler.stdin.take().expect("piped").write_all(source.as_bytes()).expect("the compiler reads");
    assert!(compiler.wait().expect("it ran").success());
    let mut run = Command::new(&program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    run.stdin.take().expect("piped").write_all(stdin).expect("the program reads");
    let output = run.wait_with_output().expect("it ran");
    std::fs::remove_file(&program).expect("it is ours");
    String::from_utf8(output.stdout).expect("ASCII")
}

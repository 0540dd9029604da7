//! A machine without a program, to call library functions on.

use mazurka_machine::ThreadId;

use super::{Args, Return, Run, find, hidden};
use crate::config::Config;
use crate::context::{Context, State, Stop, View};
use crate::files::Files;
use crate::memory::Memory;
use crate::output::{Output, Stream};
use crate::program::Program;
use crate::threads::Threads;

pub struct Bench {
    program: Program,
    config: Config,
    pub state: State,
}

impl Bench {
    pub fn new(config: Config) -> Bench {
        let mut memory = Memory::new(config.check_uninitialized);
        hidden::set_up(&mut memory);
        let mut threads = Threads::new();
        threads.create(None);
        let files = Files::new(&config);
        let program = Program {
            functions: Vec::new(),
            globals: Vec::new(),
            thread_locals: Vec::new(),
            thread_local_size: 0,
            labels: Vec::new(),
            main: 0,
            start: None,
            thread_start: None,
            constructors: Vec::new(),
            destructors: Vec::new(),
        };
        Bench { program, config, state: State { memory, threads, files, output: Output::default() } }
    }

    /// Calls a function that must be ready to run.
    pub fn call(&mut self, name: &str, words: &[u64]) -> Result<Return, Stop> {
        let native = find(name).unwrap_or_else(|| panic!("{name} is in no family"));
        let args = Args::new(words);
        let thread = ThreadId::MAIN;
        let Bench { program, config, state } = self;
        match native.run {
            Run::Local(run) => run(&mut Context { program, config, state, thread }, &args),
            Run::Visible { describe, run } => {
                let intent = describe(&View { program, config, state, thread }, &args)?;
                assert!(intent.enabled, "{name} would wait");
                run(&mut Context { program, config, state, thread }, &args, 0)
            }
        }
    }

    /// The register that a call returns; panics on a fault.
    pub fn word(&mut self, name: &str, words: &[u64]) -> u64 {
        match self.call(name, words) {
            Ok(Return::Word(word)) => word,
            other => panic!("{name} gave {other:?}"),
        }
    }

    pub fn int(&mut self, name: &str, words: &[u64]) -> i32 {
        self.word(name, words) as i32
    }

    /// A block of the heap with these bytes.
    pub fn bytes(&mut self, bytes: &[u8]) -> u64 {
        let memory = &mut self.state.memory;
        let address = memory.allocate(ThreadId::MAIN, bytes.len() as u64, 16).expect("small");
        memory.write_raw(address, bytes);
        address
    }

    /// A block with this string and its terminating zero.
    pub fn text(&mut self, text: &str) -> u64 {
        self.bytes(&[text.as_bytes(), b"\0"].concat())
    }

    pub fn string_at(&mut self, address: u64) -> String {
        String::from_utf8_lossy(self.state.memory.c_string(address).expect("a string")).into_owned()
    }

    pub fn errno(&self) -> i32 {
        i32::from_le_bytes(self.state.memory.peek_raw(super::errno_address(ThreadId::MAIN)))
    }

    pub fn stdout(&self) -> String {
        let of_stdout = self.state.output.chunks().filter(|(stream, _)| *stream == Stream::Stdout);
        let bytes: Vec<u8> = of_stdout.flat_map(|(_, bytes)| bytes.to_vec()).collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

//! `rand`, `random` and the `drand48` family: the sequences that programs get from glibc.
//!
//! Where no number of a generator decides more than how long threads pause ([`crate::lower::backoff`]), the generator is never used: a call is a step that
//! no other thread notices, and returns 0.

use mazurka_machine::Operation;

use super::{Args, Draws, Generator, Intent, Native, Return, hidden};
use crate::context::{Context, Stop, View};
use crate::memory::Memory;

const ADDITIVE: Draws = Draws::From(Generator::Additive);
const CONGRUENTIAL: Draws = Draws::From(Generator::Congruential);
/// The address of its state is given out, its factor and summand are used with another state, or numbers may be negative.
const SHARES_CONGRUENTIAL: Draws = Draws::Shares(Generator::Congruential);

pub(crate) static FAMILY: &[Native] = &[
    Native::visible("rand", uses_random, random).draws(ADDITIVE),
    Native::visible("random", uses_random, random).draws(ADDITIVE),
    Native::visible("srand", uses_random, srand).draws(ADDITIVE),
    Native::visible("srandom", uses_random, srand).draws(ADDITIVE),
    Native::local("rand_r", rand_r).keeps_no_pointer().draws(Draws::At(4)),
    Native::visible("drand48", uses_drand48, drand48).draws(CONGRUENTIAL),
    Native::visible("lrand48", uses_drand48, lrand48).draws(CONGRUENTIAL),
    Native::visible("mrand48", uses_drand48, mrand48).draws(SHARES_CONGRUENTIAL),
    Native::visible("srand48", uses_drand48, srand48).draws(CONGRUENTIAL),
    Native::visible("seed48", uses_drand48, seed48).draws(SHARES_CONGRUENTIAL),
    Native::visible("lcong48", uses_drand48, lcong48).draws(SHARES_CONGRUENTIAL),
    Native::local("erand48", erand48).draws(SHARES_CONGRUENTIAL),
    Native::local("nrand48", nrand48).draws(SHARES_CONGRUENTIAL),
    Native::local("jrand48", jrand48).draws(SHARES_CONGRUENTIAL),
];

/// Every call changes what the next one returns, in any thread.
fn uses_random(view: &View, _: &Args) -> Result<Intent, Stop> {
    Ok(uses(view, Generator::Additive, hidden::RANDOM))
}

fn uses_drand48(view: &View, _: &Args) -> Result<Intent, Stop> {
    Ok(uses(view, Generator::Congruential, hidden::DRAND48))
}

fn uses(view: &View, generator: Generator, state: u64) -> Intent {
    match view.program.idle_generators.contains(generator) {
        true => Intent::ready(Operation::Local),
        false => hidden::change(state, 8),
    }
}

fn is_idle(context: &Context, generator: Generator) -> bool {
    context.program.idle_generators.contains(generator)
}

/// The additive feedback generator x³¹ + x³ + 1: 31 words, of which the oldest is replaced.
const WORDS: usize = 31;
const TAP: usize = 3;
/// Results thrown away after seeding.
const WARM_UP: usize = 10 * WORDS;
/// The index of the oldest word, after the words.
const OLDEST: u64 = hidden::RANDOM + 4 * WORDS as u64;

struct Feedback {
    words: [u32; WORDS],
    oldest: usize,
}

impl Feedback {
    fn seeded(seed: u32) -> Feedback {
        let mut words = [seed.max(1); WORDS];
        for i in 1..WORDS {
            // The minimal standard generator, on the signed word as glibc has it.
            let next = 16807 * (words[i - 1] as i32 as i64) % 0x7fff_ffff;
            words[i] = if next < 0 { next + 0x7fff_ffff } else { next } as u32;
        }
        // The first words to be replaced are the ones that the recent words follow.
        let mut feedback = Feedback { words, oldest: TAP };
        for _ in 0..WARM_UP {
            feedback.next();
        }
        feedback
    }

    fn next(&mut self) -> u32 {
        let recent = self.words[(self.oldest + WORDS - TAP) % WORDS];
        let sum = self.words[self.oldest].wrapping_add(recent);
        self.words[self.oldest] = sum;
        self.oldest = (self.oldest + 1) % WORDS;
        sum >> 1
    }

    fn load(memory: &Memory) -> Feedback {
        let word = |index: usize| u32::from_le_bytes(memory.peek_raw(hidden::RANDOM + 4 * index as u64));
        let oldest = u32::from_le_bytes(memory.peek_raw(OLDEST)) as usize % WORDS;
        Feedback { words: std::array::from_fn(word), oldest }
    }

    fn store(&self, memory: &mut Memory) {
        let bytes: Vec<u8> = self.words.iter().flat_map(|word| word.to_le_bytes()).collect();
        memory.write_raw(hidden::RANDOM, &bytes);
        memory.write_raw(OLDEST, &(self.oldest as u32).to_le_bytes());
    }
}

/// Unseeded means seeded with 1.
pub(crate) fn set_up(memory: &mut Memory) {
    Feedback::seeded(1).store(memory);
    Congruential::default().store(memory);
}

fn random(context: &mut Context, _: &Args, _: u32) -> Result<Return, Stop> {
    if is_idle(context, Generator::Additive) {
        return Ok(Return::Word(0));
    }
    let mut feedback = Feedback::load(context.memory());
    let value = feedback.next();
    feedback.store(context.memory());
    Ok(Return::Word(value as u64))
}

fn srand(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    if !is_idle(context, Generator::Additive) {
        Feedback::seeded(args.word(0) as u32).store(context.memory());
    }
    Ok(Return::Void)
}

/// Three steps of a linear congruential generator yield 11 + 10 + 10 bits.
fn rand_r(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let mut seed = context.memory().load::<4>(args.word(0))? as u32;
    let mut result = 0;
    for bits in [11, 10, 10] {
        seed = seed.wrapping_mul(1_103_515_245).wrapping_add(12345);
        result = result << bits | (seed >> 16) & ((1 << bits) - 1);
    }
    context.memory().store::<4>(args.word(0), seed as u64)?;
    Ok(Return::Word(result as u64))
}

/// Xₙ₊₁ = (aXₙ + c) mod 2⁴⁸.
struct Congruential {
    x: u64,
    a: u64,
    c: u64,
}

const MASK_48: u64 = (1 << 48) - 1;

impl Default for Congruential {
    fn default() -> Congruential {
        Congruential { x: 0, a: 0x5_deec_e66d, c: 0xb }
    }
}

impl Congruential {
    fn load(memory: &Memory) -> Congruential {
        let word = |index: u64| hidden::word(memory, hidden::DRAND48 + 8 * index);
        Congruential { x: word(0), a: word(1), c: word(2) }
    }

    fn store(&self, memory: &mut Memory) {
        for (at, value) in [self.x, self.a, self.c].into_iter().enumerate() {
            hidden::set_word(memory, hidden::DRAND48 + 8 * at as u64, value);
        }
    }

    fn next(&mut self) -> u64 {
        self.x = self.a.wrapping_mul(self.x).wrapping_add(self.c) & MASK_48;
        self.x
    }
}

fn step(context: &mut Context) -> u64 {
    if is_idle(context, Generator::Congruential) {
        return 0;
    }
    let mut generator = Congruential::load(context.memory());
    let x = generator.next();
    generator.store(context.memory());
    x
}

/// A step from the caller's own state: three 16-bit words, the lowest first.
fn step_own(context: &mut Context, state: u64) -> Result<u64, Stop> {
    let mut generator = Congruential::load(context.memory());
    generator.x = context.memory().load_sized(state, 6)?;
    let x = generator.next();
    context.memory().store_sized(state, 6, x)?;
    Ok(x)
}

fn as_double(x: u64) -> Return {
    Return::double(x as f64 / (1u64 << 48) as f64)
}

/// 31 bits, not negative.
fn as_long(x: u64) -> Return {
    Return::Word(x >> 17)
}

/// 32 bits with a sign.
fn as_signed(x: u64) -> Return {
    Return::long((x >> 16) as i32 as i64)
}

fn drand48(context: &mut Context, _: &Args, _: u32) -> Result<Return, Stop> {
    Ok(as_double(step(context)))
}

fn lrand48(context: &mut Context, _: &Args, _: u32) -> Result<Return, Stop> {
    Ok(as_long(step(context)))
}

fn mrand48(context: &mut Context, _: &Args, _: u32) -> Result<Return, Stop> {
    Ok(as_signed(step(context)))
}

fn erand48(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    Ok(as_double(step_own(context, args.word(0))?))
}

fn nrand48(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    Ok(as_long(step_own(context, args.word(0))?))
}

fn jrand48(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    Ok(as_signed(step_own(context, args.word(0))?))
}

fn srand48(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let x = (args.word(0) & 0xffff_ffff) << 16 | 0x330e;
    if !is_idle(context, Generator::Congruential) {
        Congruential { x, ..Congruential::default() }.store(context.memory());
    }
    Ok(Return::Void)
}

/// Returns the address of the old state.
fn seed48(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let x = context.memory().load_sized(args.word(0), 6)?;
    let old = Congruential::load(context.memory()).x;
    context.memory().store_sized(hidden::SEED48_RESULT, 6, old)?;
    Congruential { x, ..Congruential::default() }.store(context.memory());
    Ok(Return::Word(hidden::SEED48_RESULT))
}

fn lcong48(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let x = context.memory().load_sized(args.word(0), 6)?;
    let a = context.memory().load_sized(args.word(0).wrapping_add(6), 6)?;
    let c = context.memory().load::<2>(args.word(0).wrapping_add(12))?;
    Congruential { x, a, c }.store(context.memory());
    Ok(Return::Void)
}

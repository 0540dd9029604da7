//! Atomic operations that the compiler leaves to a library: `__atomic_*` and `__sync_*` of sizes for which the processor
//! has no instruction, or for which it was asked not to use one.
//!
//! Values of 16 bytes travel in two registers, everything smaller in one.

use mazurka_machine::{Choice, Operation, Order, Range, Update};

use super::{Args, Describe, Intent, Native, Return, VisibleRun};
use crate::context::{Context, Stop, View};
use crate::memory::Memory;

/// An atomic access may leave everything as it was: a load, a failing exchange, a store of the same value.
const fn access(name: &'static str, describe: Describe, run: VisibleRun) -> Native {
    Native::visible(name, describe, run).may_be_noop()
}

/// One entry a size for a family of functions.
macro_rules! sized {
    ($($name:literal, $describe:ident, $run:ident $(::<$op:ident>)?;)*) => {
        &[
            access("__atomic_load", |_, args| read(args, 3), load_any),
            access("__atomic_store", |_, args| write(args, 3), store_any),
            access("__atomic_exchange", |_, args| update(args, 4), exchange_any),
            access("__atomic_compare_exchange", describe_compare_any, compare_exchange_any),
            Native::local("__atomic_is_lock_free", |_, args| Ok(Return::int(lock_free(args.word(0)) as i32))),
            $(
                access(concat!($name, "_1"), $describe::<1>, $run::<1 $(, { Op::$op as u8 })?>),
                access(concat!($name, "_2"), $describe::<2>, $run::<2 $(, { Op::$op as u8 })?>),
                access(concat!($name, "_4"), $describe::<4>, $run::<4 $(, { Op::$op as u8 })?>),
                access(concat!($name, "_8"), $describe::<8>, $run::<8 $(, { Op::$op as u8 })?>),
                access(concat!($name, "_16"), $describe::<16>, $run::<16 $(, { Op::$op as u8 })?>),
            )*
        ]
    };
}

pub(super) static FAMILY: &[Native] = sized! {
    "__atomic_load", describe_load, load;
    "__atomic_store", describe_store, store;
    "__atomic_exchange", describe_update, exchange;
    "__atomic_compare_exchange", describe_compare, compare_exchange;
    "__atomic_fetch_add", describe_update, fetch::<Add>;
    "__atomic_fetch_sub", describe_update, fetch::<Sub>;
    "__atomic_fetch_and", describe_update, fetch::<And>;
    "__atomic_fetch_or", describe_update, fetch::<Or>;
    "__atomic_fetch_xor", describe_update, fetch::<Xor>;
    "__atomic_fetch_nand", describe_update, fetch::<Nand>;
    "__atomic_add_fetch", describe_update, update_fetch::<Add>;
    "__atomic_sub_fetch", describe_update, update_fetch::<Sub>;
    "__atomic_and_fetch", describe_update, update_fetch::<And>;
    "__atomic_or_fetch", describe_update, update_fetch::<Or>;
    "__atomic_xor_fetch", describe_update, update_fetch::<Xor>;
    "__atomic_nand_fetch", describe_update, update_fetch::<Nand>;
    "__sync_fetch_and_add", describe_sync_update, fetch::<Add>;
    "__sync_fetch_and_sub", describe_sync_update, fetch::<Sub>;
    "__sync_fetch_and_and", describe_sync_update, fetch::<And>;
    "__sync_fetch_and_or", describe_sync_update, fetch::<Or>;
    "__sync_fetch_and_xor", describe_sync_update, fetch::<Xor>;
    "__sync_fetch_and_nand", describe_sync_update, fetch::<Nand>;
    "__sync_add_and_fetch", describe_sync_update, update_fetch::<Add>;
    "__sync_sub_and_fetch", describe_sync_update, update_fetch::<Sub>;
    "__sync_and_and_fetch", describe_sync_update, update_fetch::<And>;
    "__sync_or_and_fetch", describe_sync_update, update_fetch::<Or>;
    "__sync_xor_and_fetch", describe_sync_update, update_fetch::<Xor>;
    "__sync_nand_and_fetch", describe_sync_update, update_fetch::<Nand>;
    "__sync_lock_test_and_set", describe_take, exchange;
    "__sync_lock_release", describe_release, release;
    "__sync_val_compare_and_swap", describe_sync_compare, compare_and_swap_value;
    "__sync_bool_compare_and_swap", describe_sync_compare, compare_and_swap_success;
};

#[derive(Clone, Copy)]
enum Op {
    Add,
    Sub,
    And,
    Or,
    Xor,
    Nand,
}

impl Op {
    const ALL: [Op; 6] = [Op::Add, Op::Sub, Op::And, Op::Or, Op::Xor, Op::Nand];

    fn apply(self, old: u128, operand: u128) -> u128 {
        match self {
            Op::Add => old.wrapping_add(operand),
            Op::Sub => old.wrapping_sub(operand),
            Op::And => old & operand,
            Op::Or => old | operand,
            Op::Xor => old ^ operand,
            Op::Nand => !(old & operand),
        }
    }
}

fn lock_free(size: u64) -> bool {
    matches!(size, 1 | 2 | 4 | 8)
}

/// `__ATOMIC_RELAXED` … `__ATOMIC_SEQ_CST`, as an argument.
fn order(argument: u64) -> Order {
    match argument as u32 & 7 {
        0 => Order::RELAXED,
        1 | 2 => Order::ACQUIRE,
        3 => Order::RELEASE,
        _ => Order::ACQ_REL,
    }
}

/// How many argument registers a value of this size takes.
const fn words(size: usize) -> usize {
    if size == 16 { 2 } else { 1 }
}

fn value(args: &Args, at: usize, size: usize) -> u128 {
    let low = args.word(at) as u128;
    let wide = if size == 16 { low | (args.word(at + 1) as u128) << 64 } else { low };
    truncate(wide, size)
}

fn truncate(value: u128, size: usize) -> u128 {
    if size == 16 { value } else { value & ((1 << (8 * size)) - 1) }
}

fn get(memory: &Memory, address: u64, size: usize) -> Result<u128, Stop> {
    let mut bytes = [0; 16];
    bytes[..size].copy_from_slice(memory.peek(address, size as u64)?);
    Ok(u128::from_le_bytes(bytes))
}

fn set(memory: &mut Memory, address: u64, size: usize, value: u128) -> Result<(), Stop> {
    Ok(memory.write_atomically(address, &value.to_le_bytes()[..size])?)
}

fn returned(value: u128, size: usize) -> Return {
    if size == 16 { Return::Pair(value as u64, (value >> 64) as u64) } else { Return::Word(value as u64) }
}

// The generic functions: size first, values behind pointers.

fn range(args: &Args) -> Range {
    Range { start: args.word(1), length: args.word(0) }
}

fn read(args: &Args, order_at: usize) -> Result<Intent, Stop> {
    Ok(Intent::ready(Operation::Read(range(args), order(args.word(order_at)))))
}

fn write(args: &Args, order_at: usize) -> Result<Intent, Stop> {
    Ok(Intent::ready(Operation::Write(range(args), order(args.word(order_at)))))
}

fn update(args: &Args, order_at: usize) -> Result<Intent, Stop> {
    Ok(Intent::ready(Operation::Update(range(args), Update::Opaque, order(args.word(order_at)))))
}

/// `void __atomic_load(size_t, void *object, void *result, int order)`.
fn load_any(context: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    let value = context.memory().peek(args.word(1), args.word(0))?.to_vec();
    context.memory().write(args.word(2), &value)?;
    Ok(Return::Void)
}

/// `void __atomic_store(size_t, void *object, void *value, int order)`.
fn store_any(context: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    move_in(context.memory(), args.word(1), args.word(2), args.word(0))?;
    Ok(Return::Void)
}

/// Writes to the object atomically, from another address.
fn move_in(memory: &mut Memory, object: u64, value: u64, size: u64) -> Result<(), Stop> {
    let value = memory.read(value, size)?.to_vec();
    Ok(memory.write_atomically(object, &value)?)
}

/// `void __atomic_exchange(size_t, void *object, void *value, void *result, int order)`.
fn exchange_any(context: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    let (size, object, value, result) = (args.word(0), args.word(1), args.word(2), args.word(3));
    let old = context.memory().peek(object, size)?.to_vec();
    move_in(context.memory(), object, value, size)?;
    context.memory().write(result, &old)?;
    Ok(Return::Void)
}

/// `bool __atomic_compare_exchange(size_t, void *object, void *expected, void *desired, int success, int failure)`.
fn describe_compare_any(view: &View, args: &Args) -> Result<Intent, Stop> {
    let memory = &view.state.memory;
    let size = args.word(0);
    let succeeds = memory.peek(args.word(1), size)? == memory.peek(args.word(2), size)?;
    Ok(compare_intent(succeeds, range(args), order(args.word(4)), order(args.word(5))))
}

fn compare_exchange_any(context: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    let (size, object, expected, desired) = (args.word(0), args.word(1), args.word(2), args.word(3));
    let old = context.memory().peek(object, size)?.to_vec();
    let equal = context.memory().read(expected, size)? == old;
    if equal {
        move_in(context.memory(), object, desired, size)?;
    } else {
        context.memory().write(expected, &old)?;
    }
    Ok(Return::Word(equal as u64))
}

fn compare_intent(succeeds: bool, range: Range, success: Order, failure: Order) -> Intent {
    let order = if succeeds { success } else { failure };
    Intent::ready(Operation::CompareExchange { range, succeeds, order })
}

// The functions of one size: the object first, values in registers, then orders (which `__sync_*` do not have).

fn object<const N: usize>(args: &Args) -> Range {
    Range { start: args.word(0), length: N as u64 }
}

fn describe_load<const N: usize>(_: &View, args: &Args) -> Result<Intent, Stop> {
    Ok(Intent::ready(Operation::Read(object::<N>(args), order(args.word(1)))))
}

fn load<const N: usize>(context: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    Ok(returned(get(&context.state.memory, args.word(0), N)?, N))
}

/// A store does not acquire, with any order.
fn describe_store<const N: usize>(_: &View, args: &Args) -> Result<Intent, Stop> {
    let order = Order { acquire: false, ..order(args.word(1 + words(N))) };
    Ok(Intent::ready(Operation::Write(object::<N>(args), order)))
}

/// `__sync_lock_release` stores a zero.
fn describe_release<const N: usize>(_: &View, args: &Args) -> Result<Intent, Stop> {
    Ok(Intent::ready(Operation::Write(object::<N>(args), Order::RELEASE)))
}

fn store<const N: usize>(context: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    set(context.memory(), args.word(0), N, value(args, 1, N))?;
    Ok(Return::Void)
}

fn release<const N: usize>(context: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    set(context.memory(), args.word(0), N, 0)?;
    Ok(Return::Void)
}

fn describe_update<const N: usize>(_: &View, args: &Args) -> Result<Intent, Stop> {
    let order = order(args.word(1 + words(N)));
    Ok(Intent::ready(Operation::Update(object::<N>(args), Update::Opaque, order)))
}

/// The functions without an order are full barriers …
fn describe_sync_update<const N: usize>(_: &View, args: &Args) -> Result<Intent, Stop> {
    Ok(Intent::ready(Operation::Update(object::<N>(args), Update::Opaque, Order::ACQ_REL)))
}

/// … but for `__sync_lock_test_and_set`, which only acquires.
fn describe_take<const N: usize>(_: &View, args: &Args) -> Result<Intent, Stop> {
    Ok(Intent::ready(Operation::Update(object::<N>(args), Update::Opaque, Order::ACQUIRE)))
}

fn exchange<const N: usize>(context: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    let old = get(&context.state.memory, args.word(0), N)?;
    set(context.memory(), args.word(0), N, value(args, 1, N))?;
    Ok(returned(old, N))
}

fn apply<const N: usize, const OP: u8>(context: &mut Context, args: &Args) -> Result<(u128, u128), Stop> {
    let old = get(&context.state.memory, args.word(0), N)?;
    let new = truncate(Op::ALL[OP as usize].apply(old, value(args, 1, N)), N);
    set(context.memory(), args.word(0), N, new)?;
    Ok((old, new))
}

fn fetch<const N: usize, const OP: u8>(
    context: &mut Context,
    args: &Args,
    _: Choice,
) -> Result<Return, Stop> {
    Ok(returned(apply::<N, OP>(context, args)?.0, N))
}

fn update_fetch<const N: usize, const OP: u8>(
    context: &mut Context,
    args: &Args,
    _: Choice,
) -> Result<Return, Stop> {
    Ok(returned(apply::<N, OP>(context, args)?.1, N))
}

/// `bool __atomic_compare_exchange_N(T *object, T *expected, T desired, int success, int failure)`.
fn describe_compare<const N: usize>(view: &View, args: &Args) -> Result<Intent, Stop> {
    let memory = &view.state.memory;
    let succeeds = get(memory, args.word(0), N)? == get(memory, args.word(1), N)?;
    let orders = 2 + words(N);
    let (success, failure) = (order(args.word(orders)), order(args.word(orders + 1)));
    Ok(compare_intent(succeeds, object::<N>(args), success, failure))
}

fn compare_exchange<const N: usize>(context: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    let (address, expected) = (args.word(0), args.word(1));
    let old = get(&context.state.memory, address, N)?;
    let equal = old == get(&context.state.memory, expected, N)?;
    context.memory().note_read(expected, N as u64);
    if equal {
        set(context.memory(), address, N, value(args, 2, N))?;
    } else {
        set(context.memory(), expected, N, old)?;
        context.memory().note_write(expected, N as u64);
    }
    Ok(Return::Word(equal as u64))
}

/// `__sync_*_compare_and_swap_N(T *object, T expected, T desired)`.
fn describe_sync_compare<const N: usize>(view: &View, args: &Args) -> Result<Intent, Stop> {
    let succeeds = get(&view.state.memory, args.word(0), N)? == value(args, 1, N);
    Ok(compare_intent(succeeds, object::<N>(args), Order::ACQ_REL, Order::ACQ_REL))
}

fn compare_and_swap<const N: usize>(context: &mut Context, args: &Args) -> Result<(u128, bool), Stop> {
    let old = get(&context.state.memory, args.word(0), N)?;
    let equal = old == value(args, 1, N);
    if equal {
        set(context.memory(), args.word(0), N, value(args, 1 + words(N), N))?;
    }
    Ok((old, equal))
}

fn compare_and_swap_value<const N: usize>(
    context: &mut Context,
    args: &Args,
    _: Choice,
) -> Result<Return, Stop> {
    Ok(returned(compare_and_swap::<N>(context, args)?.0, N))
}

fn compare_and_swap_success<const N: usize>(
    context: &mut Context,
    args: &Args,
    _: Choice,
) -> Result<Return, Stop> {
    Ok(Return::Word(compare_and_swap::<N>(context, args)?.1 as u64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;
    use crate::library::testing::Bench;

    fn bytes_at<const N: usize>(bench: &Bench, address: u64) -> [u8; N] {
        bench.state.memory.peek_raw(address)
    }

    #[test]
    fn updates_wrap_at_their_size() {
        let mut bench = Bench::new(Config::default());
        let object = bench.bytes(&[250, 7, 7, 7]);
        assert_eq!(bench.word("__atomic_fetch_add_1", &[object, 10, 5]), 250);
        assert_eq!(bytes_at(&bench, object), [4, 7, 7, 7]);
        assert_eq!(bench.word("__sync_sub_and_fetch_2", &[object, 0x705]), 0xffff);
        assert_eq!(bench.word("__atomic_nand_fetch_1", &[object + 2, 3, 5]), 0xfc);
        assert_eq!(bytes_at(&bench, object), [0xff, 0xff, 0xfc, 7]);
    }

    #[test]
    fn orders_are_what_the_call_says() {
        let mut bench = Bench::new(Config::default());
        let object = bench.bytes(&[0; 16]);
        let order = |name: &str, words: &[u64]| match bench.operation(name, words) {
            Operation::Read(_, order) | Operation::Write(_, order) | Operation::Update(_, _, order) => order,
            other => panic!("{name} is {other:?}"),
        };
        assert_eq!(order("__atomic_load_4", &[object, 0]), Order::RELAXED);
        assert_eq!(order("__atomic_store_4", &[object, 1, 0]), Order::RELAXED);
        assert_eq!(order("__atomic_store_4", &[object, 1, 5]), Order::RELEASE);
        assert_eq!(order("__atomic_store_16", &[object, 1, 0, 3]), Order::RELEASE);
        assert_eq!(order("__atomic_fetch_add_4", &[object, 1, 0]), Order::RELAXED);
        assert_eq!(order("__atomic_exchange_16", &[object, 1, 0, 2]), Order::ACQUIRE);
        assert_eq!(order("__sync_fetch_and_add_4", &[object, 1]), Order::ACQ_REL);
        assert_eq!(order("__sync_lock_test_and_set_4", &[object, 1]), Order::ACQUIRE);
        assert_eq!(order("__sync_lock_release_4", &[object]), Order::RELEASE);
    }

    #[test]
    fn sixteen_bytes_travel_in_two_registers() {
        let mut bench = Bench::new(Config::default());
        let object = bench.bytes(&u128::MAX.to_le_bytes());
        let old = bench.call("__atomic_fetch_add_16", &[object, 2, 0, 5]).expect("valid memory");
        assert_eq!(old, Return::Pair(u64::MAX, u64::MAX));
        assert_eq!(bytes_at(&bench, object), 1u128.to_le_bytes());
        assert_eq!(bench.word("__sync_bool_compare_and_swap_16", &[object, 1, 0, 8, 9]), 1);
        let value = bench.call("__atomic_load_16", &[object, 5]).expect("valid memory");
        assert_eq!(value, Return::Pair(8, 9));
    }

    #[test]
    fn a_failing_exchange_tells_what_it_found() {
        let mut bench = Bench::new(Config::default());
        let (object, expected, desired) = (bench.bytes(b"abc"), bench.bytes(b"abd"), bench.bytes(b"xyz"));
        let args = [3, object, expected, desired, 5, 5];
        assert_eq!(bench.word("__atomic_compare_exchange", &args), 0);
        assert_eq!(bytes_at(&bench, expected), *b"abc");
        assert_eq!(bench.word("__atomic_compare_exchange", &args), 1);
        assert_eq!(bytes_at(&bench, object), *b"xyz");
    }
}

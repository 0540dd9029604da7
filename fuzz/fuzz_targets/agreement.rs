//! Any bytes as a toy program: every reduction finds what the enumeration of its executions finds. See `fuzz/README.md`.
#![no_main]
#![allow(dead_code, unused_imports, reason = "the rest of these files is tests")]

#[path = "../../crates/explore/tests/oracle.rs"]
mod oracle;
#[path = "../../crates/explore/tests/stateful.rs"]
mod stateful;

use mazurka_explore::Order;
use mazurka_machine::toy::program_from_bytes;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let program = program_from_bytes(bytes);
    let order =
        if bytes.len().is_multiple_of(2) { Order::ByNumber } else { Order::Shuffled(bytes[0].into()) };
    oracle::compare_all(&program, order, "these bytes");
    stateful::compare(&program, order, "these bytes");
});

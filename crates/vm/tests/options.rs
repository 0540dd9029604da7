//! What the options of a check change in what threads are about to do.

mod support;

use mazurka_machine::{Machine, Next, Operation, ThreadId, Update};
use mazurka_vm::{Config, Record, Vm};
use support::compiled::compile_text;

fn recording() -> Config {
    Config { record: Record::Changes, main_return_exits: false, ..Config::default() }
}

/// The kinds of all updates that main does in a program with these lines.
fn updates(config: Config, lines: &str) -> Vec<Update> {
    let program = compile_text(&format!(
        "#include <stdatomic.h>\nstatic atomic_int x; static int y;\nint main(void) {{ {lines} return 0; }}"
    ));
    let mut vm = Vm::new(program, config).expect("the program starts");
    let mut seen = Vec::new();
    while let Next::Ready(pending) = vm.next(ThreadId::MAIN) {
        if let Operation::Update(_, kind, _) = pending.operation {
            seen.push(kind);
        }
        vm.step(ThreadId::MAIN, 0).expect("nothing unsupported");
    }
    seen
}

const ALL_ORDERS: &str = "
    atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);
    atomic_fetch_or_explicit(&x, 1, memory_order_release);
    atomic_fetch_xor_explicit(&x, 1, memory_order_acquire);
    atomic_fetch_sub(&x, 1);
    (void)__sync_fetch_and_and(&y, 1);
    y = atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);";

#[test]
fn updates_commute_unless_they_acquire_or_are_used() {
    use Update::*;
    assert_eq!(updates(recording(), ALL_ORDERS), [Add, Or, Opaque, Opaque, Opaque, Opaque]);
}

#[test]
fn where_plain_accesses_are_operations_acquiring_updates_commute_as_well() {
    use Update::*;
    let allow = Config { plain_accesses_visible: true, ..recording() };
    assert_eq!(updates(allow, ALL_ORDERS), [Add, Or, Xor, Add, And, Opaque]);
}

#[test]
fn nothing_commutes_where_that_is_turned_off() {
    for plain_accesses_visible in [false, true] {
        let config = Config { commuting_updates: false, plain_accesses_visible, ..recording() };
        assert_eq!(updates(config, ALL_ORDERS), [Update::Opaque; 6]);
    }
}

#[test]
fn a_fence_may_make_a_relaxed_update_acquire() {
    let lines = |fence| {
        format!(
            "atomic_fetch_add_explicit(&x, 1, memory_order_relaxed); atomic_thread_fence(memory_order_{fence});"
        )
    };
    assert_eq!(updates(recording(), &lines("release")), [Update::Add]);
    for fence in ["acquire", "acq_rel", "seq_cst"] {
        assert_eq!(updates(recording(), &lines(fence)), [Update::Opaque], "{fence}");
    }
}

//! Operations in words.

use mazurka_machine::{Operation, Verb};

/// What a thread does, as it stands in a trace.
pub fn operation(operation: &Operation) -> String {
    let words = match operation {
        Operation::Local => "go on",
        Operation::Anything => "do anything",
        Operation::Read(..) | Operation::CompareExchange { succeeds: false, .. } => "read",
        Operation::Write(..) => "write",
        Operation::Update(..) | Operation::CompareExchange { .. } => "update",
        Operation::Fence(_) => "fence",
        Operation::Sync(verb, _) => sync(*verb),
        Operation::Wait { .. } => "wait",
        Operation::Spawn => "create a thread",
        Operation::Join(thread) => return format!("join {thread}"),
        Operation::Detach(thread) => return format!("detach {thread}"),
        Operation::Exit => "end",
        Operation::ExitProcess => "exit",
        Operation::Choose => "choose",
        Operation::Block(_) => "atomic block",
        Operation::Await(wait) => return format!("wait in a loop: {}", self::operation(&wait.operation)),
    };
    words.to_owned()
}

fn sync(verb: Verb) -> &'static str {
    match verb {
        Verb::Lock => "lock",
        Verb::TryLock => "try to lock",
        Verb::Unlock => "unlock",
        Verb::ReadLock => "lock for reading",
        Verb::TryReadLock => "try to lock for reading",
        Verb::ReadUnlock => "unlock after reading",
        Verb::Signal => "signal",
        Verb::Broadcast => "broadcast",
        Verb::Sleep => "sleep",
        Verb::Arrive => "arrive at the barrier",
        Verb::Depart => "leave the barrier",
        Verb::Post => "post",
        Verb::Acquire => "acquire",
        Verb::TryAcquire => "try to acquire",
        Verb::Inspect => "inspect",
        Verb::Change => "change",
    }
}

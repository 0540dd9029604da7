//! Operations in words.

use mazurka_machine::{Operation, Range, Verb};

/// What an operation does, and the memory or object that it does it to.
pub struct Words {
    pub verb: String,
    pub object: Option<Range>,
}

/// As it stands in a trace: `lock`, and the mutex.
pub fn operation(operation: &Operation) -> Words {
    let (verb, object) = match operation {
        Operation::Local => ("go on", None),
        Operation::Anything => ("do anything", None),
        Operation::Read(range, _) => ("read", Some(*range)),
        Operation::Write(range, _) => ("write", Some(*range)),
        Operation::Update(range, ..) => ("update", Some(*range)),
        Operation::CompareExchange { range, succeeds: true, .. } => ("exchange", Some(*range)),
        Operation::CompareExchange { range, .. } => ("fail to exchange", Some(*range)),
        Operation::Fence(_) => ("fence", None),
        Operation::Sync(verb, object) => (sync(*verb), Some(*object)),
        Operation::Wait { condition, .. } => ("wait on", Some(*condition)),
        Operation::Spawn => ("create a thread", None),
        Operation::Join(thread) => return Words { verb: format!("join {thread}"), object: None },
        Operation::Detach(thread) => return Words { verb: format!("detach {thread}"), object: None },
        Operation::Exit => ("end", None),
        Operation::ExitProcess => ("exit", None),
        Operation::Choose => ("choose", None),
        Operation::Block(accesses) => match &accesses[..] {
            [access] => (if access.writes { "update" } else { "read" }, Some(access.range)),
            // A word and what else belongs to it: waiting on a futex.
            [first, second] if !first.writes && !second.writes => ("look at", Some(first.range)),
            _ => ("atomic block", None),
        },
        Operation::Await(wait) => return self::operation(&wait.operation),
    };
    Words { verb: verb.to_owned(), object }
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
        Verb::Sleep => "sleep on",
        Verb::Arrive => "arrive at",
        Verb::Depart => "leave",
        Verb::Post => "post",
        Verb::Acquire => "acquire",
        Verb::TryAcquire => "try to acquire",
        Verb::Inspect => "look at",
        Verb::Change => "change",
    }
}

/// Whether these words say that a thread is created.
pub(crate) fn creates(operation: &str) -> bool {
    operation.starts_with("create ")
}

/// Whether these words say that memory is written, be it with what was there before.
pub(crate) fn writes(operation: &str) -> bool {
    ["write", "update", "exchange"].contains(&operation)
}

/// Whether these words say that a thread does nothing that others see.
pub fn is_idle(operation: &str) -> bool {
    ["start", "go on"].contains(&operation)
}

/// Whether these words are about a thread's life, and not about what it does.
pub(crate) fn is_bookkeeping(operation: &str) -> bool {
    const BEGINNING: [&str; 3] = ["create ", "join ", "detach "];
    is_idle(operation)
        || operation == "end"
        || BEGINNING.iter().any(|beginning| operation.starts_with(beginning))
}

#[cfg(test)]
mod tests {
    use mazurka_machine::{Order, ThreadId};

    use super::*;

    #[test]
    fn a_threads_life_is_told_from_what_it_does() {
        let said = |operation: Operation| super::operation(&operation).verb;
        assert!(creates(&said(Operation::Spawn)));
        let thread = ThreadId(1);
        for life in [
            Operation::Spawn,
            Operation::Join(thread),
            Operation::Detach(thread),
            Operation::Exit,
            Operation::Local,
        ] {
            assert!(is_bookkeeping(&said(life)));
        }
        let object = Range { start: 64, length: 4 };
        assert!(
            writes(&said(Operation::Write(object, Order::PLAIN)))
                && !writes(&said(Operation::Read(object, Order::PLAIN)))
        );
        for deed in [Operation::Sync(Verb::Lock, object), Operation::Choose] {
            assert!(!is_bookkeeping(&said(deed)));
        }
    }
}

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

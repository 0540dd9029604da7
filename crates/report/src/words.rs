//! English for actions, steps and changes. The names of actions are those of trace files and of JSON, too.

use mazurka_machine::{AccessKind, Operation, Order, ThreadId, Verb};

use crate::action::Action;
use crate::finding::{Change, Related, Role, TraceStep};

/// The names of a type's values, in both directions.
macro_rules! names {
    ($name:ident, $named:ident, $type:ty: $($value:path = $text:literal,)* $(; $others:pat)?) => {
        fn $name(value: $type) -> Option<&'static str> {
            match value { $($value => Some($text),)* $($others => None)? }
        }

        fn $named(text: &str) -> Option<$type> {
            match text { $($text => Some($value),)* _ => None }
        }
    };
}

names! { action_name, action_named, Action:
    Action::Start = "start",
    Action::Continue = "continue",
    Action::Read = "read",
    Action::Write = "write",
    Action::Update = "update",
    Action::Exchange = "exchange",
    Action::FailedExchange = "fail to exchange",
    Action::Fence = "fence",
    Action::Wait = "wait on",
    Action::End = "end",
    Action::Exit = "exit",
    Action::Choose = "choose",
    Action::AtomicBlock = "atomic block",
    Action::Anything = "do anything",
    Action::Call = "call",
    Action::Take = "take",
    ; Action::Sync(_) | Action::Create(_) | Action::Join(_) | Action::Detach(_)
}

names! { verb_name, verb_named, Verb:
    Verb::Lock = "lock",
    Verb::TryLock = "try to lock",
    Verb::Unlock = "unlock",
    Verb::ReadLock = "lock for reading",
    Verb::TryReadLock = "try to lock for reading",
    Verb::ReadUnlock = "unlock after reading",
    Verb::Signal = "signal",
    Verb::Broadcast = "broadcast",
    Verb::Sleep = "sleep on",
    Verb::Arrive = "arrive at",
    Verb::Depart = "leave",
    Verb::Post = "post",
    Verb::Acquire = "acquire",
    Verb::TryAcquire = "try to acquire",
    Verb::Inspect = "inspect",
    Verb::Change = "change",
    Verb::WaitToChange = "wait and change",
    ; Verb::ArriveIn { .. } | Verb::DepartFrom(_)
}

impl Action {
    /// The imperative: `lock`, `create thread 2`. Whatever it is applied to follows it.
    pub fn words(self) -> String {
        match self {
            Action::Create(Some(thread)) => format!("create {thread}"),
            Action::Create(None) => "create a thread".to_owned(),
            Action::Join(thread) => format!("join {thread}"),
            Action::Detach(thread) => format!("detach {thread}"),
            Action::Sync(verb) => verb_name(verb.without_round()).unwrap_or_default().to_owned(),
            plain => action_name(plain).unwrap_or_default().to_owned(),
        }
    }

    /// The action with these words, as a trace file has them.
    pub fn from_words(words: &str) -> Option<Action> {
        let of_thread = |verb: &str| words.strip_prefix(verb).and_then(thread_named);
        action_named(words)
            .or_else(|| verb_named(words).map(Action::Sync))
            .or_else(|| (words == "create a thread").then_some(Action::Create(None)))
            .or_else(|| of_thread("create ").map(|thread| Action::Create(Some(thread))))
            .or_else(|| of_thread("join ").map(Action::Join))
            .or_else(|| of_thread("detach ").map(Action::Detach))
    }
}

names! { role_name, role_named, Role:
    Role::Waiter = "waiter",
    Role::Joiner = "joiner",
    Role::Access = "access",
    Role::EarlierAccess = "earlier access",
    Role::Allocation = "allocation",
}

impl Role {
    /// The stable name, as in JSON.
    pub(crate) fn name(self) -> &'static str {
        role_name(self).unwrap_or_default()
    }

    pub(crate) fn from_name(name: &str) -> Option<Role> {
        role_named(name)
    }
}

impl Related {
    /// One sentence, without the position.
    pub fn message(&self) -> String {
        let Related { role, activity, place, holders, .. } = self;
        let context = match (role, &holders[..]) {
            (Role::Access, _) => " here".to_owned(),
            (Role::EarlierAccess, _) => " before, without order between the two".to_owned(),
            (_, []) => String::new(),
            (_, [holder]) if holder.thread == place.thread => ", which it holds itself".to_owned(),
            (_, [holder]) => format!(", which {} holds", holder.thread),
            (_, holders) => {
                let threads: Vec<String> = holders.iter().map(|holder| holder.thread.to_string()).collect();
                format!(", which {} hold", threads.join(" and "))
            }
        };
        format!("{} {activity}{context}", place.thread)
    }
}

/// What a thread does to an object: `writes m`, `locks m (pthread_mutex_lock)`.
pub(crate) fn accesses(kind: &AccessKind, object: &str) -> String {
    let verb = match kind {
        AccessKind::Operation { operation: Operation::Read(_, Order::PLAIN), .. } => "reads".to_owned(),
        AccessKind::Operation { operation: Operation::Write(_, Order::PLAIN), .. } => "writes".to_owned(),
        AccessKind::Read => "reads".to_owned(),
        AccessKind::Write => "writes".to_owned(),
        AccessKind::Free => "frees".to_owned(),
        AccessKind::EndOfLifetime => "ends the lifetime of".to_owned(),
        AccessKind::Operation { operation, .. } => match Action::of(operation).0 {
            Action::Read | Action::FailedExchange => "atomically reads".to_owned(),
            Action::Write => "atomically writes".to_owned(),
            Action::Update | Action::Exchange => "atomically updates".to_owned(),
            other => third_person(&other.words()),
        },
    };
    match kind {
        AccessKind::Operation {
            operation: Operation::Sync(..) | Operation::Wait { .. },
            function: Some(function),
        } => {
            format!("{verb} {object} ({function})")
        }
        _ => format!("{verb} {object}"),
    }
}

/// `locks` for `lock`, `tries to lock` for `try to lock`.
fn third_person(imperative: &str) -> String {
    let (verb, rest) = imperative.split_at(imperative.find(' ').unwrap_or(imperative.len()));
    match verb.strip_suffix('y') {
        Some(stem) => format!("{stem}ies{rest}"),
        None => format!("{verb}s{rest}"),
    }
}

fn thread_named(name: &str) -> Option<ThreadId> {
    let number = name.strip_prefix("thread ").and_then(|number| number.parse().ok());
    number.map(ThreadId).or((name == ThreadId::MAIN.to_string()).then_some(ThreadId::MAIN))
}

impl TraceStep {
    /// `lock forks[1]`.
    pub fn words(&self) -> String {
        let action = self.action.words();
        match &self.object {
            Some(object) => format!("{action} {object}"),
            None => action,
        }
    }

    /// `write balance: 100 → 50`.
    pub fn words_with_value(&self) -> String {
        match &self.value {
            Some(value) => format!("{} {}", self.action.words(), value.words()),
            None => self.words(),
        }
    }
}

impl Change {
    /// `balance = 100` where the value stays, else `balance: 100 → 50`.
    pub fn words(&self) -> String {
        match self.before == self.after {
            true => format!("{} = {}", self.variable, self.after),
            false => format!("{}: {} → {}", self.variable, self.before, self.after),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_lead_back_to_the_action() {
        let (main, thread) = (ThreadId::MAIN, ThreadId(12));
        for action in [
            Action::Start,
            Action::FailedExchange,
            Action::Wait,
            Action::Call,
            Action::Take,
            Action::Sync(Verb::TryReadLock),
            Action::Sync(Verb::Inspect),
            Action::Create(None),
            Action::Create(Some(thread)),
            Action::Join(main),
            Action::Join(thread),
            Action::Detach(thread),
        ] {
            assert_eq!(Action::from_words(&action.words()), Some(action), "{}", action.words());
        }
        for foreign in ["", "locks", "create", "create thread", "join thread x", "join 1"] {
            assert_eq!(Action::from_words(foreign), None, "{foreign}");
        }
    }
}

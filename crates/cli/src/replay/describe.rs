//! The description of a step: its action, the object, and its effects.

use mazurka_machine::{Choice, Machine, Operation, Pending, Range, StackFrame, ThreadId, Urgency, Verb};
use mazurka_report::{Action, Change, TraceStep};
use mazurka_vm::OutputMark;
use mazurka_vm::Vm;

/// More variables than this that one step changes are not worth reading.
const MOST_CHANGES: usize = 16;

/// What is known before a step is made.
pub(super) struct Before {
    thread: ThreadId,
    choice: Option<Choice>,
    /// Only the passing of time makes it happen.
    is_timeout: bool,
    sleepers: Vec<ThreadId>,
    operation: Operation,
    named: Named,
    bytes: Option<Range>,
    stack: Vec<StackFrame>,
    value: Option<String>,
    /// The function that leaves a value open, and the value.
    chosen: Option<(&'static str, String)>,
    mark: <Vm as Machine>::Mark,
    printed: OutputMark,
}

impl Before {
    pub(super) fn new(machine: &mut Vm, thread: ThreadId, choice: Choice, pending: &Pending) -> Before {
        let operation = &pending.operation;
        let (action, bytes) = Action::of(operation);
        let mut named = Named::of(machine, thread, operation);
        // In programs with signals, a choice is ordered with what is done to the thread.
        let chooses = *operation == Operation::Choose || pending.choices > 1 && named.action == Action::Call;
        let chosen = machine.chosen(thread, choice).filter(|_| chooses);
        if chosen.is_some() {
            named = Named { action: Action::Choose, object: None };
        }
        Before {
            thread,
            choice: (pending.choices > 1).then_some(choice),
            is_timeout: pending.urgency == Urgency::Timeout && !action.is_idle(),
            sleepers: machine.sleepers(),
            named,
            operation: operation.clone(),
            bytes,
            stack: machine.stack(thread),
            value: machine.value_for(operation),
            chosen,
            mark: machine.mark(),
            printed: machine.output().mark(),
        }
    }

    /// The step, which was made in the meantime; `created` is the thread that it has created, and `is_first` whether it is
    /// the first one of its own. What it holds and what happens before it is not known here.
    pub(super) fn after(self, machine: &Vm, created: Option<ThreadId>, is_first: bool) -> TraceStep {
        let chance = self.chance(machine);
        let Before {
            thread,
            choice,
            operation,
            named: Named { action, object },
            bytes,
            stack,
            value,
            chosen,
            mark,
            printed,
            ..
        } = self;
        let printed: Vec<u8> =
            machine.output().since(printed).flat_map(|(_, bytes)| bytes.to_vec()).collect();
        let reads = matches!(operation, Operation::Read(..));
        let value = value.zip(object.clone()).map(|(before, variable)| {
            let after = machine.value_for(&operation).filter(|_| !reads);
            Change { variable, after: after.unwrap_or_else(|| before.clone()), before }
        });
        let value = value.or(chosen.map(|(function, value)| {
            let variable = format!("{function}()");
            Change { variable, before: value.clone(), after: value }
        }));
        let changes = machine.changes_since(mark, bytes, MOST_CHANGES);
        TraceStep {
            number: 0,
            thread,
            choice,
            chance,
            action: match action {
                Action::Continue if is_first => Action::Start,
                // In programs with signals: its first step is ordered with what is done to the thread.
                Action::Sync(Verb::Inspect) if is_first && object.is_none() => Action::Start,
                Action::Create(_) => Action::Create(created),
                other => other,
            },
            object,
            stack,
            value,
            changes: changes.into_iter().map(change).collect(),
            holds: Vec::new(),
            happens_after: Vec::new(),
            output: String::from_utf8_lossy(&printed).into_owned(),
            transaction: None,
        }
    }
}

impl Before {
    /// What has happened by chance in the step that was made in the meantime.
    fn chance(&self, machine: &Vm) -> Option<String> {
        if self.is_timeout {
            return Some("times out".to_owned());
        }
        if self.named.action == Action::Take {
            return (self.choice == Some(1)).then(|| "before it waits".to_owned());
        }
        let choice = self.choice?;
        if self.named.action == Action::Wait {
            return (choice > 0).then(|| "wakes up spuriously".to_owned());
        }
        let asleep = machine.sleepers();
        let woken = self.sleepers.iter().filter(|thread| !asleep.contains(thread));
        let woken: Vec<String> = woken.map(ThreadId::to_string).collect();
        (!woken.is_empty()).then(|| format!("wakes {}", woken.join(" and ")))
    }
}

/// An action and its object, as readers know them.
pub(super) struct Named {
    pub action: Action,
    pub object: Option<String>,
}

impl Named {
    /// What has no name in the program is the business of the library function that the thread calls.
    pub(super) fn of(machine: &Vm, thread: ThreadId, operation: &Operation) -> Named {
        if let Some(signal) = machine.due_signal(thread) {
            return Named { action: Action::Take, object: Some(signal) };
        }
        let (action, bytes) = Action::of(operation);
        let object = bytes.and_then(|object| machine.name(object));
        let is_vague = matches!(action, Action::Anything | Action::Sync(_)) && object.is_none();
        match machine.called(thread).filter(|_| is_vague) {
            Some(function) => Named { action: Action::Call, object: Some(function.to_owned()) },
            None => Named { action, object },
        }
    }
}

fn change(change: mazurka_vm::Change) -> Change {
    Change { variable: change.variable, before: change.before, after: change.after }
}

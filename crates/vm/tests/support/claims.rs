//! What `machine::operation` claims about two steps one after the other, held against what the machine does.

use mazurka_machine::{
    Machine, Next, Operation, Pending, Reversible, Step, Stepped, ThreadId, dependent, reversible,
};
use mazurka_vm::Vm;

use super::random::few_moves;

/// Looks at every step that can be made, and at what the other threads are about to do before and after it. Gives the number
/// of pairs, or what is wrong with one.
pub(crate) fn check_reversals(vm: &mut Vm) -> Result<usize, String> {
    let mut pairs = 0;
    for (thread, choice) in few_moves(vm) {
        let (mark, before) = (vm.mark(), all(vm));
        let Some(Next::Ready(first)) = before[thread.index()].clone() else { continue };
        let runs = |stepped: Stepped| matches!(stepped.outcome, Step::Ran | Step::Finished);
        if vm.step(thread, choice).is_ok_and(runs) {
            for (other, after) in
                all(vm).into_iter().enumerate().filter(|(other, _)| *other != thread.index())
            {
                let before = before.get(other).cloned().flatten();
                if let (Some(before), Some(after)) = (before, after)
                    && !is_written(vm, &before)
                {
                    check_pair(&first.operation, &before, &after)
                        .map_err(|problem| format!("after {:?}: {problem}", first.operation))?;
                    pairs += 1;
                }
            }
        }
        vm.rewind(mark);
    }
    Ok(pairs)
}

/// Whether the last step has written, by plain accesses, what another thread was about to access. That is a data race; explorers ask again
/// what that thread does.
fn is_written(vm: &Vm, before: &Next) -> bool {
    let (Next::Ready(Pending { operation, .. }) | Next::Blocked(operation)) = before else { return false };
    operation.touches().any(|touch| vm.plain_accesses().iter().any(|part| part.writes_to(touch.range)))
}

/// What every thread is about to do, by number.
fn all(vm: &Vm) -> Vec<Option<Next>> {
    let threads = vm.threads();
    let last = threads.iter().last().map_or(0, ThreadId::index);
    (0..=last).map(|i| ThreadId(i as u16)).map(|t| threads.contains(t).then(|| vm.next(t))).collect()
}

/// `first` has been done by another thread between `before` and `after`.
fn check_pair(first: &Operation, before: &Next, after: &Next) -> Result<(), String> {
    let changed = format!("{before:?} became {after:?}");
    match (before, after) {
        (Next::Ready(old), Next::Ready(new)) if old == new => claim_possible(first, &new.operation),
        // Another name, another number of choices: the explorer has to see that the first operation did this.
        (Next::Ready(_), Next::Ready(new)) => {
            let second = &new.operation;
            let seen = dependent(first, second) && reversible(first, second) != Reversible::No;
            // What touches anything has its choices found out anew.
            let is_asked_again = second.is_state_dependent() || *second == Operation::Anything;
            if seen && is_asked_again { Ok(()) } else { Err(changed) }
        }
        (Next::Ready(_), Next::Blocked(second)) if !dependent(first, second) => Err(changed),
        // Everything that the joined thread has done comes before it.
        (Next::Blocked(Operation::Join(_)), _) => Ok(()),
        (Next::Blocked(old), Next::Ready(new)) if *old == new.operation => {
            let second = &new.operation;
            match reversible(first, second) {
                _ if !dependent(first, second) => Err(format!("enabled by something independent: {changed}")),
                Reversible::Yes => {
                    Err(format!("it was blocked before, and should have been possible: {changed}"))
                }
                Reversible::No | Reversible::Perhaps => Ok(()),
            }
        }
        _ => Ok(()),
    }
}

/// An operation that was possible before the first one and still is.
fn claim_possible(first: &Operation, second: &Operation) -> Result<(), String> {
    if dependent(first, second) && reversible(first, second) == Reversible::No {
        return Err(format!("{second:?} was possible before, too"));
    }
    Ok(())
}

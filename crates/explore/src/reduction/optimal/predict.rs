//! Predicting what e′ would be before e, as far as that follows from what was seen.

use mazurka_machine::{Operation, Reversible, reversible};

use super::cover::covers;
use super::settled::Name;
use crate::execution::{EventId, Execution};
use crate::operations::OperationId;
use crate::pending::NextId;
use crate::reversal::Reversal;
use crate::stack::Stack;

pub(super) enum Predicted {
    As(Name),
    /// In every execution below e′, if that lasts.
    Impossible {
        lasting: bool,
    },
    Unknown,
}

/// Whether e′ would be about to do the same before e in every execution below e′, if it would be so in this one: what comes
/// after e′ in v is independent of e′ as it is in E. A wait or a block that looks at more before e may depend on it.
pub(super) fn is_lasting(execution: &Execution, racing: EventId, before: NextId) -> bool {
    let depends_on_no_more = |operation| depends_on_no_more(execution, operation, execution.event(racing).id);
    !execution.traits(racing).state_dependent_touches || before.operation().is_some_and(depends_on_no_more)
}

/// Whether e′ can be done after notdep(e, E), without e, and what it will be called then.
pub(super) fn predict<D>(stack: &Stack<D>, e: EventId, racing: EventId) -> Predicted {
    let execution = &stack.execution;
    let reversal = Reversal::new(execution, e, racing);
    let e_prime = execution.event(racing);
    let [first, second] = [e, racing].map(|event| execution.operation(event));
    let next = stack.node(e).pending.next(e_prime.thread);
    let is_same = !second.is_state_dependent() && !may_differ([first, second], next, e_prime.id);
    if is_same && reversible(first, second) == Reversible::Yes {
        return Predicted::As(Name { operation: e_prime.id, choice: Some(e_prime.choice) });
    }
    // Where v leaves e′ alone, it is what it was in the node. What a loop looks at there may be more than behind e.
    let left_alone = next.operation().is_some_and(|name| reversal.named(name).racing_is_initial())
        || is_swap_left_alone(second, reversal);
    if !left_alone && (second.has_state_dependent_touches() || !reversal.racing_is_initial()) {
        return Predicted::Unknown;
    }
    // Where it waits for more than in E, something else must be undone, too.
    if matches!(next, NextId::Blocked(there) if !depends_on_no_more(execution, there, e_prime.id)) {
        return Predicted::Unknown;
    }
    let lasting = is_lasting(execution, racing, next);
    still_racing(stack, e, next).map_or(Predicted::Impossible { lasting }, Predicted::As)
}

/// What touches anything may make the next operation of another thread another one, and have other choices itself. `next`: what the
/// thread of e′ is about to do before e.
fn may_differ(race: [&Operation; 2], next: NextId, e_prime: OperationId) -> bool {
    let [e_is_anything, is_anything] = race.map(|operation| *operation == Operation::Anything);
    let is_e_prime = match next {
        NextId::Ready(operation, choices) => operation == e_prime && (choices == 1 || !is_anything),
        NextId::Blocked(_) | NextId::Finished => false,
    };
    (e_is_anything || is_anything) && !is_e_prime
}

/// Whether e′ is a compare-and-swap that comes out in the node as it would after v: others may have looked at the same memory
/// in v, but none has changed it.
fn is_swap_left_alone(racing: &Operation, reversal: Reversal<'_>) -> bool {
    let &Operation::CompareExchange { range, order, .. } = racing else { return false };
    let looking = Operation::CompareExchange { range, succeeds: false, order };
    reversal.is_untouched(&looking)
}

/// What e′ is called before e, if it can be done and e depends on it. If e does not, e′ was seen before it, too. All of its
/// choices are open again.
pub(super) fn still_racing<D>(stack: &Stack<D>, e: EventId, next: NextId) -> Option<Name> {
    let NextId::Ready(operation, choices) = next else { return None };
    let races = stack.execution.operations.dependent_in_any_state(stack.execution.event(e).id, operation);
    races.then_some(Name { operation, choice: (choices == 1).then_some(0) })
}

/// Whether everything that is independent of an operation under its old name is so under the new one.
pub(super) fn depends_on_no_more(execution: &Execution, new: OperationId, old: OperationId) -> bool {
    new == old || covers(execution.operations.get(old), execution.operations.get(new))
}

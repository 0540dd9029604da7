// What is done with a transaction: enlistment, the two phases, and its end in whatever way.
#include "manager.h"

static handle begin(int session)
{
    return add_transaction(session);
}

// One attempt. The slot stays locked while the resource is asked, so that the timer cannot abort the transaction and undo
// the change before it is made.
static answer try_to_enlist(handle held, int resource, int amount)
{
    lock_slot(held);
    transaction *mine = held.transaction;
    answer result = DOWN;
    if (mine->stage == ACTIVE) {
        result = stage_change(resource, mine->id, amount);
        if (result == DONE) {
            mine->enlisted |= set_of(resource);
            mine->amounts[resource] += amount;
        }
    }
    unlock_slot(held);
    return result;
}

static int id_of(handle held)
{
    lock_slot(held);
    int id = held.transaction->id;
    unlock_slot(held);
    return id;
}

// Waits for a resource that is busy as long as it likes.
static bool enlist(handle held, int resource, int amount)
{
    while (true) {
        answer result = try_to_enlist(held, resource, amount);
        if (result != BUSY) return result == DONE;
        if (mz_choose(2)) return false;
        wait_until_free(resource, id_of(held));
    }
}

// The second phase of a transaction that is aborted. Under the slot's lock: the end of a transaction comes after that.
static void undo_all(const transaction *undone)
{
    mz_assert(undone->stage == ABORTED);
    for (int resource = 0; resource < RESOURCES; resource++) {
        if (contains(undone->enlisted, resource)) undo_change(resource, undone->id);
    }
}

// The resources of a transaction, whose set does not change any more.
static resources enlisted_in(handle held, int *id)
{
    lock_slot(held);
    mz_assert(held.transaction->stage != ACTIVE);
    resources all = held.transaction->enlisted;
    *id = held.transaction->id;
    unlock_slot(held);
    return all;
}

// The second phase of a transaction that is committed.
static void apply_all(handle held)
{
    int id;
    resources all = enlisted_in(held, &id);
    for (int resource = 0; resource < RESOURCES; resource++) {
        if (contains(all, resource)) apply_change(resource, id);
    }
}

// Under the slot's lock.
static void decide(transaction *decided, bool commits)
{
    mz_assert(!is_decided(decided->stage));
    mz_assert(!commits || decided->prepared == decided->enlisted);
    decided->stage = commits ? COMMITTED : ABORTED;
    if (BUG != APPLIES_EARLY || !commits) log_decision(decided->id, commits);
}

// From here on the timer leaves it alone.
static bool begin_to_prepare(handle held)
{
    lock_slot(held);
    bool is_active = held.transaction->stage == ACTIVE;
    if (is_active) held.transaction->stage = PREPARING;
    unlock_slot(held);
    return is_active;
}

static void note_vote(handle held, int resource, bool agrees)
{
    lock_slot(held);
    mz_assert(held.transaction->stage == PREPARING);
    if (agrees) {
        held.transaction->prepared |= set_of(resource);
    } else {
        held.transaction->is_refused = true;
    }
    unlock_slot(held);
}

// Whether all have voted for it. The first refusal ends the vote.
static bool ask_for_votes(handle held)
{
    int id;
    resources all = enlisted_in(held, &id);
    for (int resource = 0; resource < RESOURCES; resource++) {
        if (!contains(all, resource)) continue;
        bool agrees = prepare_change(resource, id);
        if (BUG == FORGETS_VOTES && resource > 0) agrees = true;
        note_vote(held, resource, agrees);
        if (!agrees) return false;
    }
    return true;
}

// Two phases. What was decided is in the log before a resource hears of it.
static bool commit(handle held)
{
    if (!begin_to_prepare(held)) return false;
    bool commits = ask_for_votes(held);
    lock_slot(held);
    mz_assert(commits == !held.transaction->is_refused);
    decide(held.transaction, commits);
    if (!commits) undo_all(held.transaction);
    unlock_slot(held);
    if (!commits) return false;
    apply_all(held);
    if (BUG == APPLIES_EARLY) log_decision(id_of(held), true);
    return true;
}

// By the client.
static void cancel(handle held)
{
    lock_slot(held);
    if (held.transaction->stage == ACTIVE) {
        decide(held.transaction, false);
        undo_all(held.transaction);
    }
    unlock_slot(held);
}

// By the timer. What is being prepared has its outcome soon.
static void expire(handle held)
{
    lock_slot(held);
    bool is_expired = held.transaction->stage == ACTIVE && mz_choose(2);
    if (BUG == ABORTS_LATE) {
        unlock_slot(held);
        lock_slot(held);
    }
    if (is_expired) {
        held.transaction->is_expired = true;
        decide(held.transaction, false);
        undo_all(held.transaction);
    }
    unlock_slot(held);
}

// The client's last word on a transaction: it leaves log and table.
static void finish(handle held)
{
    log_end(id_of(held));
    remove_transaction(held);
}

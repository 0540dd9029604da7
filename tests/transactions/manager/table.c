// The table of transactions. A transaction lives as long as there are references to it; the table has one until it is removed.
//
// The table's lock guards which transaction is in which slot, a slot's lock the transaction itself: that is initialised before it is
// published, and freed under the lock of its slot.
#include "manager.h"

static struct {
    pthread_mutex_t lock;
    transaction *entries[SLOTS];
    int last_id, live;
    // Of all transactions that have ended.
    int committed, aborted;
} table = {.lock = PTHREAD_MUTEX_INITIALIZER};

static pthread_mutex_t slot_locks[SLOTS];

static void lock_slot(handle held)
{
    pthread_mutex_lock(&slot_locks[held.slot]);
    mz_assert(held.transaction->references > 0);
}

static void unlock_slot(handle held)
{
    pthread_mutex_unlock(&slot_locks[held.slot]);
}

static transaction *new_transaction(int id)
{
    transaction *added = malloc(sizeof *added);
    memset(added, 0, sizeof *added);
    added->id = id;
    added->stage = ACTIVE;
    // For the table and for the client.
    added->references = 2;
    return added;
}

// Each session has a slot, and one transaction at a time.
static handle add_transaction(int session)
{
    pthread_mutex_lock(&table.lock);
    mz_assert(!table.entries[session]);
    handle added = {.slot = session, .transaction = new_transaction(++table.last_id)};
    table.entries[session] = added.transaction;
    table.live++;
    mz_assert(table.live <= SLOTS);
    pthread_mutex_unlock(&table.lock);
    return added;
}

// A new reference, unless the slot is free.
static handle find_transaction(int slot)
{
    handle found = NOTHING;
    pthread_mutex_lock(&table.lock);
    if (table.entries[slot]) {
        found = (handle){.slot = slot, .transaction = table.entries[slot]};
        lock_slot(found);
        if (BUG != BORROWS) found.transaction->references++;
        unlock_slot(found);
    }
    pthread_mutex_unlock(&table.lock);
    return found;
}

// Under the slot's lock.
static void drop_reference(transaction *dropped)
{
    mz_assert(dropped->references > 0);
    if (--dropped->references > 0) return;
    mz_assert(is_decided(dropped->stage));
    free(dropped);
}

static void release(handle held)
{
    if (BUG == BORROWS) return;
    lock_slot(held);
    drop_reference(held.transaction);
    unlock_slot(held);
}

// Also drops the reference of the caller. Its slot may be reused at once.
static void remove_transaction(handle held)
{
    pthread_mutex_lock(&table.lock);
    lock_slot(held);
    mz_assert(table.entries[held.slot] == held.transaction);
    mz_assert(is_decided(held.transaction->stage));
    *(held.transaction->stage == COMMITTED ? &table.committed : &table.aborted) += 1;
    table.entries[held.slot] = NULL;
    table.live--;
    drop_reference(held.transaction);
    drop_reference(held.transaction);
    unlock_slot(held);
    pthread_mutex_unlock(&table.lock);
}

// The log: what must survive a crash, under one lock. A decision is made where it is written here.
#include "manager.h"

typedef enum {
    // A resource has promised to commit this if it is told to.
    PREPARED,
    COMMITS,
    ABORTS,
    // No resource needs the decision any more.
    ENDS,
} kind;

typedef struct {
    kind kind;
    int id;
    int resource, amount;
} record;

// A transaction has a record for each resource that is prepared, its decision and its end.
#define MOST_RECORDS (CLIENTS * TRANSACTIONS * (RESOURCES + 2))

static struct {
    pthread_mutex_t lock;
    int length;
    record records[MOST_RECORDS];
    // What transactions have changed that checkpoints have removed from the log.
    int base[RESOURCES];
} journal = {.lock = PTHREAD_MUTEX_INITIALIZER};

// The first record of a kind and a transaction, or none. The caller holds the lock, as for all static helpers here.
static const record *find_record(kind kind, int id)
{
    for (int i = 0; i < journal.length; i++) {
        const record *found = &journal.records[i];
        if (found->kind == kind && found->id == id) return found;
    }
    return NULL;
}

static const record *find_preparation(int id, int resource)
{
    for (int i = 0; i < journal.length; i++) {
        const record *found = &journal.records[i];
        if (found->kind == PREPARED && found->id == id && found->resource == resource) return found;
    }
    return NULL;
}

static void append(record added)
{
    mz_assert(journal.length < MOST_RECORDS);
    mz_assert(!find_record(ENDS, added.id));
    journal.records[journal.length++] = added;
}

static void log_prepared(int id, int resource, int amount)
{
    pthread_mutex_lock(&journal.lock);
    mz_assert(!find_preparation(id, resource));
    mz_assert(!find_record(COMMITS, id) && !find_record(ABORTS, id));
    append((record){.kind = PREPARED, .id = id, .resource = resource, .amount = amount});
    pthread_mutex_unlock(&journal.lock);
}

// A transaction is decided once, by its client or by the timer.
static void log_decision(int id, bool commits)
{
    pthread_mutex_lock(&journal.lock);
    mz_assert(!find_record(COMMITS, id) && !find_record(ABORTS, id));
    append((record){.kind = commits ? COMMITS : ABORTS, .id = id});
    pthread_mutex_unlock(&journal.lock);
}

static void log_end(int id)
{
    pthread_mutex_lock(&journal.lock);
    mz_assert(find_record(COMMITS, id) || find_record(ABORTS, id));
    append((record){.kind = ENDS, .id = id});
    pthread_mutex_unlock(&journal.lock);
}

// Under the lock.
static decision decision_of(int id)
{
    if (find_record(COMMITS, id)) return TO_COMMIT;
    if (find_record(ABORTS, id)) return TO_ABORT;
    return UNDECIDED;
}

// What a resource has promised last, if that has not come to its end. Under the lock.
static const record *open_promise(int resource)
{
    const record *last = NULL;
    for (int i = 0; i < journal.length; i++) {
        const record *found = &journal.records[i];
        bool is_promise = found->kind == PREPARED && found->resource == resource;
        if (is_promise && !find_record(ENDS, found->id)) last = found;
    }
    return last;
}

// What a resource is worth if all is done that is decided. Under the lock.
static int value_of(int resource)
{
    int value = journal.base[resource];
    for (int i = 0; i < journal.length; i++) {
        const record *found = &journal.records[i];
        bool is_change = found->kind == PREPARED && found->resource == resource;
        if (is_change && find_record(COMMITS, found->id)) value += found->amount;
    }
    return value;
}

// In one critical section: a decision that is logged between two of them would be in one of their results only.
static account logged_account(int resource)
{
    pthread_mutex_lock(&journal.lock);
    account found = {.value = value_of(resource), .owner = NO_OWNER};
    const record *promise = open_promise(resource);
    if (promise) {
        found.owner = promise->id;
        found.amount = promise->amount;
        found.decision = decision_of(promise->id);
    }
    pthread_mutex_unlock(&journal.lock);
    return found;
}

// Takes the records of a transaction that has ended out of the log. Under the lock.
static void forget(int id)
{
    bool is_committed = find_record(COMMITS, id);
    int kept = 0;
    for (int i = 0; i < journal.length; i++) {
        record moved = journal.records[i];
        if (moved.id != id) {
            journal.records[kept++] = moved;
        } else if (moved.kind == PREPARED && is_committed) {
            journal.base[moved.resource] += moved.amount;
        }
    }
    memset(&journal.records[kept], 0, (size_t)(journal.length - kept) * sizeof(record));
    journal.length = kept;
}

static void checkpoint(void)
{
    pthread_mutex_lock(&journal.lock);
    for (int i = 0; i < journal.length;) {
        if (journal.records[i].kind == ENDS) {
            forget(journal.records[i].id);
            i = 0;
        } else {
            i++;
        }
    }
    pthread_mutex_unlock(&journal.lock);
}

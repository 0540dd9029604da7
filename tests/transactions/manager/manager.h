// A transaction manager: what its parts know of each other.
//
// A transaction moves something from one resource manager to another one: it is begun, enlists resources, and is committed in two
// phases, or aborted: by its client, by a resource that votes against it, or by the timer. A decision is in the
// log before a resource acts upon it, so that a resource can recover from a crash.
//
// Locks are taken in this order: the table's, a slot's, a resource's, the log's.
#ifndef MANAGER_H
#define MANAGER_H

#include <mazurka.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// Threads that run transactions.
#ifndef CLIENTS
#define CLIENTS 2
#endif
// Transactions of each of them, one after the other.
#ifndef TRANSACTIONS
#define TRANSACTIONS 1
#endif
#ifndef RESOURCES
#define RESOURCES 2
#endif
// Transactions at a time: one for each session.
#define SLOTS CLIENTS
// How often the timer looks at all transactions.
#ifndef TICKS
#define TICKS 1
#endif
// How many things the operator does.
#ifndef ERRANDS
#define ERRANDS 1
#endif

// Seeded bugs. The timer decides about what it saw before it let the lock go; or works on a transaction without a reference to it;
// resources commit what is not in the log yet; or have voted against.
#define ABORTS_LATE 1
#define BORROWS 2
#define APPLIES_EARLY 3
#define FORGETS_VOTES 4
#ifndef BUG
#define BUG 0
#endif

#define NO_OWNER 0

typedef enum {
    ACTIVE,
    // The first phase: votes are asked for.
    PREPARING,
    COMMITTED,
    ABORTED,
} stage;

typedef enum { UNDECIDED, TO_COMMIT, TO_ABORT } decision;

// What the log knows of a resource: what it is worth, and, if it has an owner, what it has promised to that
// transaction.
typedef struct {
    int value;
    int owner, amount;
    decision decision;
} account;

// Sets of resources.
typedef unsigned resources;

typedef struct {
    int id;
    stage stage;
    // Of the table, its client, and the timer.
    int references;
    resources enlisted, prepared;
    // By how much it changes each of the resources.
    int amounts[RESOURCES];
    // Why it is aborted, if the client is not the reason.
    bool is_expired, is_refused;
} transaction;

// A transaction that its holder has a reference to. All accesses are under the slot's lock.
typedef struct {
    int slot;
    transaction *transaction;
} handle;

static const handle NOTHING = {.slot = -1};

static resources set_of(int resource)
{
    return 1u << resource;
}

static bool contains(resources all, int resource)
{
    return all & set_of(resource);
}

static bool is_decided(stage stage)
{
    return stage == COMMITTED || stage == ABORTED;
}

// The log.
static void log_prepared(int id, int resource, int amount);
static void log_decision(int id, bool commits);
static void log_end(int id);
static account logged_account(int resource);
static void checkpoint(void);

// Resource managers.
typedef enum { DONE, BUSY, DOWN } answer;
static answer stage_change(int resource, int id, int amount);
static void wait_until_free(int resource, int id);
static bool prepare_change(int resource, int id);
static void apply_change(int resource, int id);
static void undo_change(int resource, int id);
static void crash(int resource);
static void restart(int resource);
static void audit(int resource);

// The table.
static handle add_transaction(int session);
static handle find_transaction(int slot);
static void release(handle held);
static void remove_transaction(handle held);
static void lock_slot(handle held);
static void unlock_slot(handle held);

// What clients call, and the timer.
static handle begin(int session);
static bool enlist(handle held, int resource, int amount);
static bool commit(handle held);
static void cancel(handle held);
static void expire(handle held);
static void finish(handle held);

#endif

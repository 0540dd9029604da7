// Resource managers: each has a value, and works for one transaction at a time.
#include "manager.h"

typedef struct {
    pthread_mutex_t lock;
    // Signals that there is no owner.
    pthread_cond_t is_free;
    bool is_up;
    // What is committed.
    int value;
    // The transaction it works for, what that changes, and whether it has promised to commit that.
    int owner, amount;
    bool is_prepared;
    // How many wait for it.
    int waiting;
} resource;

static resource *managers[RESOURCES];

static resource *new_resource(void)
{
    resource *added = calloc(1, sizeof *added);
    pthread_mutex_init(&added->lock, NULL);
    pthread_cond_init(&added->is_free, NULL);
    added->is_up = true;
    return added;
}

static void free_resource(resource *removed)
{
    pthread_cond_destroy(&removed->is_free);
    pthread_mutex_destroy(&removed->lock);
    free(removed);
}

static resource *lock_resource(int number)
{
    resource *locked = managers[number];
    pthread_mutex_lock(&locked->lock);
    mz_assert(locked->owner != NO_OWNER || (locked->amount == 0 && !locked->is_prepared));
    return locked;
}

static void unlock_resource(resource *locked)
{
    pthread_mutex_unlock(&locked->lock);
}

// Under the lock.
static void set_free(resource *freed)
{
    freed->owner = NO_OWNER;
    freed->amount = 0;
    freed->is_prepared = false;
    if (freed->waiting > 0) pthread_cond_broadcast(&freed->is_free);
}

static answer stage_change(int number, int id, int amount)
{
    resource *mine = lock_resource(number);
    answer result = DONE;
    if (!mine->is_up) {
        result = DOWN;
    } else if (mine->owner != NO_OWNER && mine->owner != id) {
        result = BUSY;
    } else {
        mz_assert(!mine->is_prepared);
        mine->owner = id;
        mine->amount += amount;
    }
    unlock_resource(mine);
    return result;
}

// Clients enlist resources in ascending order, so that there is no deadlock.
static void wait_until_free(int number, int id)
{
    resource *mine = lock_resource(number);
    while (mine->is_up && mine->owner != NO_OWNER && mine->owner != id) {
        mine->waiting++;
        pthread_cond_wait(&mine->is_free, &mine->lock);
        mine->waiting--;
    }
    unlock_resource(mine);
}

// The vote: no, if a crash has lost the change, and otherwise nondeterministic.
static bool prepare_change(int number, int id)
{
    resource *mine = lock_resource(number);
    bool agrees = mine->is_up && mine->owner == id && mz_choose(2);
    if (agrees) {
        mz_assert(!mine->is_prepared);
        mine->is_prepared = true;
        log_prepared(id, number, mine->amount);
    }
    unlock_resource(mine);
    return agrees;
}

// Does what it has promised. It may have done it already, when it was restarted.
static void apply_change(int number, int id)
{
    resource *mine = lock_resource(number);
    if (mine->is_up && mine->owner == id) {
        mz_assert(mine->is_prepared);
        mine->value += mine->amount;
        set_free(mine);
    }
    unlock_resource(mine);
}

static void undo_change(int number, int id)
{
    resource *mine = lock_resource(number);
    if (mine->is_up && mine->owner == id) set_free(mine);
    unlock_resource(mine);
}

// It loses what is not in the log, and forgets its promises until it is restarted.
static void crash(int number)
{
    resource *mine = lock_resource(number);
    mine->is_up = false;
    set_free(mine);
    unlock_resource(mine);
}

// It finds its value and its promise in the log. What is decided is in the value already.
static void restart(int number)
{
    resource *mine = lock_resource(number);
    mz_assert(!mine->is_up && mine->owner == NO_OWNER);
    account found = logged_account(number);
    mine->value = found.value;
    if (found.owner != NO_OWNER && found.decision == UNDECIDED) {
        mine->owner = found.owner;
        mine->amount = found.amount;
        mine->is_prepared = true;
    }
    mine->is_up = true;
    if (mine->waiting > 0) pthread_cond_broadcast(&mine->is_free);
    unlock_resource(mine);
}

// What is in the log and what is here agree, but for what is decided and not yet done.
static void audit(int number)
{
    resource *mine = lock_resource(number);
    if (mine->is_up) {
        account found = logged_account(number);
        mz_assert(!mine->is_prepared || (found.owner == mine->owner && found.amount == mine->amount));
        bool is_due = mine->is_prepared && found.decision == TO_COMMIT;
        mz_assert(found.value == mine->value + (is_due ? mine->amount : 0));
    }
    unlock_resource(mine);
}

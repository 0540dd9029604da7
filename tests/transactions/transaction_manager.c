// A transaction manager in the manner of real ones (its parts are in the folder `manager`): a table of transactions with reference
// counts, two-phase commit over resource managers that vote and crash, a log and recovery from it, timeouts. Clients, a timer and an
// operator work at the same time; time, votes and crashes are nondeterministic. Nothing is shared without a lock.
// check -DCLIENTS=1 -DTICKS=0: ok
// check -DCLIENTS=1 -DERRANDS=0: ok
// check -DCLIENTS=1 -DERRANDS=0 -DBUG=ABORTS_LATE: assertion
// check -DCLIENTS=1 -DERRANDS=0 -DBUG=BORROWS: use-after-free
// check -DCLIENTS=1 -DTICKS=0 -DBUG=APPLIES_EARLY: assertion
// check -DCLIENTS=1 -DTICKS=0 -DERRANDS=0 -DBUG=FORGETS_VOTES: assertion
#include "manager/manager.h"

#include "manager/log.c"
#include "manager/resource.c"
#include "manager/table.c"
#include "manager/protocol.c"

// By how much a client changes its first resource; the others change by as much in the other direction.
static int amount_of(int client)
{
    return client + 1;
}

// The sum over all resources stays what it was.
static int change_of(int client, int resource)
{
    int amount = amount_of(client);
    return resource == 0 ? amount * (RESOURCES - 1) : -amount;
}

// One transaction that changes all resources, or none.
static void transfer(int client)
{
    handle mine = begin(client);
    bool is_complete = true;
    for (int resource = 0; resource < RESOURCES && is_complete; resource++) {
        is_complete = enlist(mine, resource, change_of(client, resource));
    }
    if (is_complete) {
        commit(mine);
    } else {
        cancel(mine);
    }
    finish(mine);
}

static void *run_client(void *arg)
{
    for (int i = 0; i < TRANSACTIONS; i++) transfer((int)(intptr_t)arg);
    return NULL;
}

static void *run_timer(void *arg)
{
    for (int tick = 0; tick < TICKS; tick++) {
        for (int slot = 0; slot < SLOTS; slot++) {
            handle found = find_transaction(slot);
            if (!found.transaction) continue;
            expire(found);
            release(found);
        }
    }
    return arg;
}

// An operator truncates the log, audits a resource, or restarts one that has crashed.
static void run_errand(void)
{
    int resource;
    switch (mz_choose(3)) {
    case 0:
        checkpoint();
        break;
    case 1:
        audit((int)mz_choose(RESOURCES));
        break;
    case 2:
        resource = (int)mz_choose(RESOURCES);
        crash(resource);
        restart(resource);
        break;
    }
}

static void *run_operator(void *arg)
{
    for (int i = 0; i < ERRANDS; i++) run_errand();
    return arg;
}

static pthread_t start(void *(*body)(void *), int number)
{
    pthread_t thread;
    pthread_create(&thread, NULL, body, (void *)(intptr_t)number);
    return thread;
}

// All transactions have ended, and what they did they did everywhere.
static void check_end(void)
{
    mz_assert(table.live == 0 && table.last_id == CLIENTS * TRANSACTIONS);
    mz_assert(table.committed + table.aborted == table.last_id);
    int sum = 0;
    for (int resource = 0; resource < RESOURCES; resource++) {
        audit(resource);
        mz_assert(managers[resource]->is_up && managers[resource]->owner == NO_OWNER);
        sum += managers[resource]->value;
        if (table.committed == 0) mz_assert(managers[resource]->value == 0);
    }
    mz_assert(sum == 0);
    checkpoint();
    mz_assert(journal.length == 0);
    for (int resource = 0; resource < RESOURCES; resource++) {
        mz_assert(journal.base[resource] == managers[resource]->value);
    }
}

int main(void)
{
    for (int resource = 0; resource < RESOURCES; resource++) managers[resource] = new_resource();
    pthread_t clients[CLIENTS], timer, operator;
    for (int client = 0; client < CLIENTS; client++) clients[client] = start(run_client, client);
    if (TICKS > 0) timer = start(run_timer, 0);
    if (ERRANDS > 0) operator = start(run_operator, 0);
    for (int client = 0; client < CLIENTS; client++) pthread_join(clients[client], NULL);
    if (TICKS > 0) pthread_join(timer, NULL);
    if (ERRANDS > 0) pthread_join(operator, NULL);
    check_end();
    for (int resource = 0; resource < RESOURCES; resource++) free_resource(managers[resource]);
    return 0;
}

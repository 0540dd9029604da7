// part of main.c
#include "clients.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "memory.h"

/* Balances keep their five digits, so that the size of the journal does not depend on the order of the transfers. */
enum { ACCOUNTS = 6, BALANCE = 50000 };

struct shared {
    struct store *store;
    int rounds;
    atomic_int running;
    atomic_long failures;
};

struct client {
    struct shared *shared;
    int number;
    unsigned random;
    pthread_t thread;
};

static unsigned next_random(struct client *client, unsigned limit)
{
    client->random = client->random * 1103515245u + 12345u;
    return (client->random >> 16) % limit;
}

static void account_name(char *name, size_t size, unsigned number)
{
    snprintf(name, size, "account:%u", number);
}

static void *run_client(void *argument)
{
    struct client *client = argument;
    struct shared *shared = client->shared;
    char from[32], to[32], own[32];
    snprintf(own, sizeof own, "client:%d", client->number);
    for (int round = 0; round < shared->rounds; round++) {
        unsigned source = next_random(client, ACCOUNTS), distance = 1 + next_random(client, ACCOUNTS - 1);
        account_name(from, sizeof from, source);
        account_name(to, sizeof to, (source + distance) % ACCOUNTS);
        long result;
        if (store_transfer(shared->store, from, to, 1 + (long)next_random(client, 9)) != STATUS_OK)
            atomic_fetch_add(&shared->failures, 1);
        if (store_increment(shared->store, "operations", 1, &result) != STATUS_OK)
            atomic_fetch_add(&shared->failures, 1);
        if (store_increment(shared->store, own, 1, &result) != STATUS_OK || result != round + 1)
            atomic_fetch_add(&shared->failures, 1);
    }
    atomic_fetch_sub(&shared->running, 1);
    return NULL;
}

static long total_of_accounts(struct store *store)
{
    struct snapshot snapshot;
    long total = 0;
    store_snapshot(store, &snapshot);
    struct iterator iterator = snapshot_iterate(&snapshot, "account:");
    for (const struct pair *pair; (pair = iterator_next(&iterator));)
        total += strtol(pair->value, NULL, 10);
    snapshot_free(&snapshot);
    return total;
}

struct auditor {
    struct shared *shared;
    long violations;
};

static void *run_auditor(void *argument)
{
    struct auditor *auditor = argument;
    do {
        if (total_of_accounts(auditor->shared->store) != ACCOUNTS * BALANCE)
            auditor->violations++;
        sched_yield();
    } while (atomic_load(&auditor->shared->running) > 0);
    return NULL;
}

static void open_accounts(struct store *store)
{
    char name[32], balance[32];
    snprintf(balance, sizeof balance, "%d", BALANCE);
    for (unsigned i = 0; i < ACCOUNTS; i++) {
        account_name(name, sizeof name, i);
        store_set(store, name, balance);
    }
    store_set(store, "operations", "0");
}

struct clients_report clients_run(struct store *store, int clients, int rounds)
{
    struct shared shared = { .store = store, .rounds = rounds };
    struct auditor auditor = { &shared, 0 };
    pthread_t auditor_thread;
    struct client *list = allocate_zeroed((size_t)clients, sizeof *list);
    atomic_init(&shared.running, clients);
    open_accounts(store);
    for (int i = 0; i < clients; i++) {
        list[i] = (struct client){ .shared = &shared, .number = i, .random = (unsigned)i * 7919u + 1u };
        if (pthread_create(&list[i].thread, NULL, run_client, &list[i]) != 0)
            abort();
    }
    if (pthread_create(&auditor_thread, NULL, run_auditor, &auditor) != 0)
        abort();
    for (int i = 0; i < clients; i++)
        pthread_join(list[i].thread, NULL);
    pthread_join(auditor_thread, NULL);
    free(list);
    char *operations;
    struct clients_report report = { total_of_accounts(store), auditor.violations, atomic_load(&shared.failures), 0 };
    if (store_get(store, "operations", &operations) == STATUS_OK)
        report.operations = strtol(operations, NULL, 10);
    free(operations);
    return report;
}

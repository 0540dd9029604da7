/* Concurrent clients of a store, to try it out. */
#ifndef CLIENTS_H
#define CLIENTS_H

#include "store.h"

struct clients_report {
    /* The sum of all accounts, which no transfer changes, and how many snapshots had another one. */
    long total, violations;
    /* Calls that did not succeed. */
    long failures;
    long operations;
};

/* `clients` threads each do `rounds` rounds of transfers and increments, while another one looks at snapshots. */
struct clients_report clients_run(struct store *store, int clients, int rounds);

#endif

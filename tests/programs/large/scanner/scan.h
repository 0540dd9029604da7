/* Looking into one file. */
#ifndef SCAN_H
#define SCAN_H

#include <stdatomic.h>

#include "options.h"
#include "results.h"

/* Totals that all workers add to. */
struct totals {
    atomic_size_t folders, files, skipped, binary, unreadable, bytes;
};

void scan_file(const struct options *options, const char *path, struct results *results, struct totals *totals);

#endif

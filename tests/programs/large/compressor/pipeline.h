/* One thread produces jobs, several work on them, and the caller consumes them in the order of their production. */
#ifndef PIPELINE_H
#define PIPELINE_H

#include <stdbool.h>
#include <stddef.h>

#include "block.h"
#include "buffer.h"

struct job {
    struct block_header header;
    struct buffer input, output;
    bool failed;
};

struct stages {
    void *context;
    /* Fills in the job; false at the end. Called by one thread. */
    bool (*produce)(void *context, struct job *job);
    /* Called by many threads, for different jobs. */
    void (*work)(struct job *job);
    /* Called by the thread that runs the pipeline, in order. */
    void (*consume)(void *context, struct job *job);
};

/* Returns how many jobs there were. */
size_t pipeline_run(const struct stages *stages, int workers);

#endif

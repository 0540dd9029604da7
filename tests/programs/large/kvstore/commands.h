/* The command language: one command a line, '#' begins a comment. */
#ifndef COMMANDS_H
#define COMMANDS_H

#include <stdio.h>

#include "store.h"

struct session {
    struct store store;
    const char *path;
    size_t shards, shard_capacity;
    /* The snapshot that `diff` compares with. */
    struct snapshot saved;
};

void session_open(struct session *session);
void session_close(struct session *session);

/* Returns how many commands were wrong. */
int session_run(struct session *session, FILE *script);

#endif

// A key-value store: a sharded hash table with read-write locks, eviction of what is least recently used, snapshots, an
// append-only journal with recovery, a command language, and concurrent clients.
// with: clients.c commands.c journal.c memory.c snapshot.c store.c table.c
// args: -s 4 -c 12 -f store.journal commands.txt
// file: commands.txt
// native: same
// exit: 1
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "commands.h"

static const char usage[] = "usage: kvstore [-s SHARDS] [-c KEYS_PER_SHARD] [-f JOURNAL] SCRIPT\n";

static size_t number(const char *text)
{
    char *end;
    long value = strtol(text, &end, 10);
    if (end == text || *end != '\0' || value < 1 || value > 1000000) {
        fputs(usage, stderr);
        exit(2);
    }
    return (size_t)value;
}

int main(int argc, char **argv)
{
    struct session session = { .path = "store.journal", .shards = 8, .shard_capacity = 1024 };
    for (int option; (option = getopt(argc, argv, "s:c:f:")) != -1;) {
        switch (option) {
        case 's': session.shards = number(optarg); break;
        case 'c': session.shard_capacity = number(optarg); break;
        case 'f': session.path = optarg; break;
        default: fputs(usage, stderr); return 2;
        }
    }
    if (optind + 1 != argc) {
        fputs(usage, stderr);
        return 2;
    }
    FILE *script = fopen(argv[optind], "r");
    if (!script) {
        perror(argv[optind]);
        return 2;
    }
    session_open(&session);
    int wrong = session_run(&session, script);
    session_close(&session);
    fclose(script);
    printf("%d wrong commands\n", wrong);
    return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}

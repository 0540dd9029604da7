// part of main.c
#include "commands.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clients.h"

enum { MAX_WORDS = 5 };

/* How a command is carried out: `words` has as many words as its table entry says, and NULL behind them. */
typedef void command_function(struct session *session, char **words);

void session_open(struct session *session)
{
    struct recovery recovery;
    if (!store_open(&session->store, session->path, session->shards, session->shard_capacity, &recovery)) {
        perror(session->path);
        exit(EXIT_FAILURE);
    }
    printf("recovered %lu frames, dropped %lu bytes\n", recovery.frames, recovery.dropped_bytes);
}

void session_close(struct session *session)
{
    store_close(&session->store);
    snapshot_free(&session->saved);
}

static void print_status(enum status status)
{
    printf("%s\n", status_text(status));
}

static void command_get(struct session *session, char **words)
{
    char *value;
    enum status status = store_get(&session->store, words[1], &value);
    printf("%s\n", status == STATUS_OK ? value : status_text(status));
    free(value);
}

static void command_set(struct session *session, char **words)
{
    print_status(store_set(&session->store, words[1], words[2]));
}

static void command_delete(struct session *session, char **words)
{
    print_status(store_delete(&session->store, words[1]));
}

static void command_increment(struct session *session, char **words)
{
    long result;
    enum status status = store_increment(&session->store, words[1], strtol(words[2], NULL, 10), &result);
    if (status == STATUS_OK)
        printf("%ld\n", result);
    else
        print_status(status);
}

static void command_compare_and_set(struct session *session, char **words)
{
    print_status(store_compare_and_set(&session->store, words[1], words[2], words[3]));
}

static void command_transfer(struct session *session, char **words)
{
    print_status(store_transfer(&session->store, words[1], words[2], strtol(words[3], NULL, 10)));
}

static void command_keys(struct session *session, char **words)
{
    struct snapshot snapshot;
    store_snapshot(&session->store, &snapshot);
    struct iterator iterator = snapshot_iterate(&snapshot, words[1]);
    for (const struct pair *pair; (pair = iterator_next(&iterator));)
        printf("%s=%s ", pair->key, pair->value);
    putchar('\n');
    snapshot_free(&snapshot);
}

/* Sets many keys, as a way to fill the store beyond its capacity. */
static void command_fill(struct session *session, char **words)
{
    long count = strtol(words[2], NULL, 10), failures = 0;
    for (long i = 0; i < count; i++) {
        char key[64], value[32];
        snprintf(key, sizeof key, "%s%ld", words[1], i);
        snprintf(value, sizeof value, "%ld", i * i);
        failures += store_set(&session->store, key, value) != STATUS_OK;
    }
    printf("%ld set, %ld failures\n", count, failures);
}

static void command_snapshot(struct session *session, char **words)
{
    (void)words;
    snapshot_free(&session->saved);
    store_snapshot(&session->store, &session->saved);
    printf("%zu keys\n", session->saved.count);
}

static void print_difference(char kind, const char *key, const char *old_value, const char *new_value)
{
    printf("%c%s", kind, key);
    if (old_value)
        printf(" %s", old_value);
    if (old_value && new_value)
        printf(" ->");
    if (new_value)
        printf(" %s", new_value);
    printf("; ");
}

static void command_diff(struct session *session, char **words)
{
    (void)words;
    struct snapshot now;
    store_snapshot(&session->store, &now);
    snapshot_compare(&session->saved, &now, print_difference);
    putchar('\n');
    snapshot_free(&now);
}

static void command_compact(struct session *session, char **words)
{
    (void)words;
    print_status(store_compact(&session->store));
}

static void command_restart(struct session *session, char **words)
{
    (void)words;
    store_close(&session->store);
    session_open(session);
}

/* Cuts bytes off the end of the journal, as a crash may do, and starts again. */
static void command_crash(struct session *session, char **words)
{
    off_t size = (off_t)store_statistics(&session->store).bytes - strtol(words[1], NULL, 10);
    store_close(&session->store);
    if (truncate(session->path, size > 0 ? size : 0) != 0)
        perror(session->path);
    session_open(session);
}

static void command_clients(struct session *session, char **words)
{
    struct clients_report report = clients_run(&session->store, (int)strtol(words[1], NULL, 10),
                                               (int)strtol(words[2], NULL, 10));
    printf("total %ld, %ld violations, %ld failures, %ld operations\n", report.total, report.violations,
           report.failures, report.operations);
}

static void command_statistics(struct session *session, char **words)
{
    (void)words;
    struct statistics s = store_statistics(&session->store);
    printf("%zu keys, %lu hits, %lu misses, %lu evictions, %lu frames, %lu bytes\n", s.keys, s.hits, s.misses,
           s.evictions, s.frames, s.bytes);
}

static const struct {
    const char *name;
    int words;
    command_function *function;
} commands[] = {
    { "get", 2, command_get },           { "set", 3, command_set },
    { "delete", 2, command_delete },     { "increment", 3, command_increment },
    { "cas", 4, command_compare_and_set }, { "transfer", 4, command_transfer },
    { "keys", 2, command_keys },         { "fill", 3, command_fill },
    { "snapshot", 1, command_snapshot }, { "diff", 1, command_diff },
    { "compact", 1, command_compact },   { "restart", 1, command_restart },
    { "crash", 2, command_crash },       { "clients", 3, command_clients },
    { "statistics", 1, command_statistics },
};

static bool execute(struct session *session, char **words, int count)
{
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (strcmp(words[0], commands[i].name) == 0) {
            if (count != commands[i].words) {
                printf("%s takes %d words\n", words[0], commands[i].words - 1);
                return false;
            }
            commands[i].function(session, words);
            return true;
        }
    printf("unknown command %s\n", words[0]);
    return false;
}

/* Splits a line into words; a word in quotes may contain blanks. */
static int split(char *line, char **words)
{
    int count = 0;
    for (char *p = line; count < MAX_WORDS;) {
        p += strspn(p, " \t\r\n");
        if (*p == '\0' || *p == '#')
            break;
        bool quoted = *p == '"';
        p += quoted;
        words[count++] = p;
        p += strcspn(p, quoted ? "\"\n" : " \t\r\n");
        if (*p != '\0')
            *p++ = '\0';
    }
    words[count] = NULL;
    return count;
}

int session_run(struct session *session, FILE *script)
{
    char *line = NULL, *words[MAX_WORDS + 1];
    size_t capacity = 0;
    int wrong = 0, number = 0;
    while (getline(&line, &capacity, script) != -1) {
        number++;
        int count = split(line, words);
        if (count == 0)
            continue;
        printf("%d %s: ", number, words[0]);
        wrong += !execute(session, words, count);
    }
    free(line);
    return wrong;
}

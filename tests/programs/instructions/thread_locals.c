// Thread-local variables: static initialisers, zero initialisation, address taken, arrays, static inside functions.
// native: same
#include <pthread.h>
#include <stdio.h>

static _Thread_local int counter = 100;
static __thread char buffer[16];
static _Thread_local struct { int n; const char *name; double d; } record = { 7, "initial", 2.5 };
static int shared = 5;
static _Thread_local int *pointer_to_shared = &shared;
_Thread_local long exported;

static int next_id(void)
{
    static _Thread_local int id = 10;
    return id++;
}

struct result { int counter, record, ids, shared, distinct; long exported; char text[16]; int *main_counter; };

static void *worker(void *argument)
{
    struct result *result = argument;
    int seed = result->ids;
    counter += seed;
    record.n *= seed;
    exported -= seed;
    for (int i = 0; i < seed; i++)
        next_id();
    snprintf(buffer, sizeof buffer, "thread %d", seed);
    int *address = &counter;
    *address += 1000;
    result->counter = counter;
    result->record = record.n;
    result->ids = next_id();
    result->shared = *pointer_to_shared;
    result->distinct = address != result->main_counter;
    result->exported = exported;
    snprintf(result->text, sizeof result->text, "%s", buffer);
    return NULL;
}

int main(void)
{
    enum { THREADS = 3 };
    pthread_t threads[THREADS];
    struct result results[THREADS];
    counter = 1;
    buffer[0] = 'm';
    for (int i = 0; i < THREADS; i++) {
        results[i].ids = i + 1;
        results[i].main_counter = &counter;
        pthread_create(&threads[i], NULL, worker, &results[i]);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        struct result *r = &results[i];
        printf("%d %d %d %d %d %ld %s\n", r->counter, r->record, r->ids, r->shared, r->distinct, r->exported, r->text);
    }
    printf("%d %d %s %g %d %ld %s\n", counter, record.n, record.name, record.d, next_id(), exported, buffer);
    return 0;
}

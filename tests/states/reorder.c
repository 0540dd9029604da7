// Reorder (Rungta and Mercer): setters change two fields of a shared object that belong together, checkers read both,
// all without a lock. Every thread has an object of its own, too: what it has to do, and what it has done, which main adds up.
// bug: assertion
// states --races=allow: 784
// states --races=allow -DSETTERS=2: 8808
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#ifndef SETTERS
#define SETTERS 1
#endif
#ifndef CHECKERS
#define CHECKERS 1
#endif

struct pair {
    int a, b;
};

struct job {
    struct pair *pair;
    int done;
};

static void *allocate(size_t size)
{
    void *block = calloc(1, size);
    if (block == NULL) abort();
    return block;
}

static void *set(void *arg)
{
    struct job *job = arg;
    job->pair->a = 1;
    job->pair->b = -1;
    job->done = 1;
    return NULL;
}

static void *check(void *arg)
{
    struct job *job = arg;
    struct pair *seen = allocate(sizeof *seen);
    seen->a = job->pair->a;
    seen->b = job->pair->b;
    assert((seen->a == 0 && seen->b == 0) || (seen->a == 1 && seen->b == -1));
    free(seen);
    job->done = 1;
    return NULL;
}

int main(void)
{
    pthread_t threads[SETTERS + CHECKERS];
    struct job *jobs[SETTERS + CHECKERS];
    struct pair *pair = allocate(sizeof *pair);
    for (int i = 0; i < SETTERS + CHECKERS; i++) {
        jobs[i] = allocate(sizeof *jobs[i]);
        jobs[i]->pair = pair;
        pthread_create(&threads[i], NULL, i < SETTERS ? set : check, jobs[i]);
    }
    int done = 0;
    for (int i = 0; i < SETTERS + CHECKERS; i++) {
        pthread_join(threads[i], NULL);
        done += jobs[i]->done;
        free(jobs[i]);
    }
    assert(done == SETTERS + CHECKERS);
    free(pair);
    return 0;
}

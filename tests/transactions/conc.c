// Loops that end nondeterministically, as an abstraction leaves them where it knows nothing of a condition: workers look for jobs,
// work on them for a while, and put results down. Nothing but the two locks is left of how they keep out of each other's way.
// check: ok
// check -DBUG: assertion
#include <mazurka.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef N
#define N 3
#endif
#define JOBS (N + 1)

static pthread_mutex_t queue_lock = PTHREAD_MUTEX_INITIALIZER, result_lock = PTHREAD_MUTEX_INITIALIZER;
static int waiting = JOBS;
static int results;

// The condition of a loop that the abstraction has forgotten.
static bool unknown(void)
{
    return mz_choose(2);
}

static bool take_job(void)
{
    pthread_mutex_lock(&queue_lock);
    bool is_taken = waiting > 0;
    if (is_taken) waiting--;
    mz_assert(waiting >= 0);
    pthread_mutex_unlock(&queue_lock);
    return is_taken;
}

static void compute(void)
{
    while (unknown()) {
        int rounds = 0;
        while (rounds < 2 && unknown()) rounds++;
    }
}

static void put_result(void)
{
#ifdef BUG
    // It may have been put already: what was read is forgotten between two critical sections.
    pthread_mutex_lock(&result_lock);
    int read = results;
    pthread_mutex_unlock(&result_lock);
    while (unknown()) {
    }
    pthread_mutex_lock(&result_lock);
    results = read + 1;
    pthread_mutex_unlock(&result_lock);
#else
    pthread_mutex_lock(&result_lock);
    while (unknown()) {
    }
    results++;
    mz_assert(results <= JOBS);
    pthread_mutex_unlock(&result_lock);
#endif
}

static void *work(void *arg)
{
    while (take_job()) {
        compute();
        put_result();
        while (unknown()) {
        }
    }
    return arg;
}

int main(void)
{
    pthread_t threads[N];
    for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
    mz_assert(results == JOBS);
    return 0;
}

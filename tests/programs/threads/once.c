// pthread_once: the routine runs exactly once and has finished before any caller returns.
// native: same
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static pthread_once_t control = PTHREAD_ONCE_INIT, other = PTHREAD_ONCE_INIT;
static int runs, table[10], others;
static atomic_int incomplete;

static void fill(void)
{
    runs++;
    for (int i = 0; i < 10; i++)
        table[i] = i * i;
}

static void count_other(void) { others++; }

static void *worker(void *unused)
{
    (void)unused;
    for (int i = 0; i < 3; i++) {
        pthread_once(&control, fill);
        if (table[9] != 81)
            atomic_fetch_add(&incomplete, 1);
        pthread_once(&other, count_other);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, worker, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    printf("%d %d %d %d\n", runs, others, table[5], atomic_load(&incomplete));
    printf("%d\n", pthread_once(&control, fill));
    return 0;
}

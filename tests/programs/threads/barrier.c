// Barriers: phases stay apart, exactly one thread is the serial one in each, and a barrier can be used again.
// native: same
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

enum { THREADS = 3, PHASES = 5 };
static pthread_barrier_t barrier;
static int cells[THREADS][PHASES];
static atomic_int serial, mismatches;

static void *worker(void *argument)
{
    int me = *(int *)argument;
    for (int phase = 0; phase < PHASES; phase++) {
        cells[me][phase] = phase + 1;
        if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
            atomic_fetch_add(&serial, 1);
        for (int i = 0; i < THREADS; i++)
            if (cells[i][phase] != phase + 1)
                atomic_fetch_add(&mismatches, 1);
        if (phase + 1 < PHASES && cells[(me + 1) % THREADS][PHASES - 1] != 0)
            atomic_fetch_add(&mismatches, 100);
        pthread_barrier_wait(&barrier);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    int numbers[THREADS];
    printf("%d\n", pthread_barrier_init(&barrier, NULL, THREADS));
    for (int i = 0; i < THREADS; i++) {
        numbers[i] = i;
        pthread_create(&threads[i], NULL, worker, &numbers[i]);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    printf("serial %d mismatches %d\n", atomic_load(&serial), atomic_load(&mismatches));
    printf("%d\n", pthread_barrier_destroy(&barrier));
    pthread_barrier_init(&barrier, NULL, 1);
    printf("%d\n", pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
    pthread_barrier_destroy(&barrier);
    return 0;
}

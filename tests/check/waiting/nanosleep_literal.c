// Threads poll a flag and sleep longer after each look, one by a clock, one by the functions of C11. Each length is a struct of its own.
// verdict: ok
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <threads.h>
#include <time.h>

static atomic_int ready;

static void *wait_for_it(void *arg)
{
    for (long pause = 1; !atomic_load(&ready); pause++) {
        if (arg) clock_nanosleep(CLOCK_MONOTONIC, 0, &(struct timespec){.tv_sec = pause}, NULL);
        else thrd_sleep(&(struct timespec){0, pause * 1000}, NULL);
    }
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, wait_for_it, &thread);
    atomic_store(&ready, 1);
    wait_for_it(NULL);
    pthread_join(thread, NULL);
    return 0;
}

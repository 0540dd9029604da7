// Threads take a semaphore by trying until it works, and poll what it protects. A failed attempt sets errno, which decides nothing: an attempt
// that fails is a wait, the first one of a thread as well as the others.
// verdict: ok
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 3
#endif

static sem_t semaphore;
static int entered;

static void lock(void)
{
#ifdef ASKS
    while (sem_trywait(&semaphore) == -1) {
        if (errno == EAGAIN) continue;
        perror("sem_trywait");
        exit(1);
    }
#else
    while (sem_trywait(&semaphore) != 0) sched_yield();
#endif
}

static void *enter(void *arg)
{
    lock();
    entered++;
    sem_post(&semaphore);
    return arg;
}

int main(void)
{
    pthread_t threads[N];
    sem_init(&semaphore, 0, 1);
    for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, enter, NULL);
    for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
    assert(entered == N);
    return 0;
}

// pthread_exit in main: the process continues until the last thread ends, then exits with 0 and runs exit handlers.
// native: same
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>

static sem_t main_is_leaving;
static pthread_t main_thread;

static void at_exit(void) { puts("exit handler"); }

static void *worker(void *unused)
{
    (void)unused;
    sem_wait(&main_is_leaving);
    void *result;
    pthread_join(main_thread, &result);
    printf("main left with %s\n", (char *)result);
    return NULL;
}

int main(void)
{
    atexit(at_exit);
    sem_init(&main_is_leaving, 0, 0);
    main_thread = pthread_self();
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    puts("main leaves");
    sem_post(&main_is_leaving);
    pthread_exit("a value");
}

// exit() called in a thread that is not main ends the whole process with that code.
// native: same
// exit: 21
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void at_exit(void) { puts("exit handler"); }

static void *worker(void *unused)
{
    (void)unused;
    puts("worker exits");
    exit(21);
}

int main(void)
{
    atexit(at_exit);
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
    puts("not reached");
    return 1;
}

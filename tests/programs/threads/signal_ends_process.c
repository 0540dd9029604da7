// A signal without a handler ends the process, whichever thread gets it.
// exit: 138
// stdout: before
#include <pthread.h>
#include <signal.h>
#include <stdio.h>

static void *other(void *arg) {
    puts("before");
    pthread_kill(pthread_self(), SIGUSR1);
    puts("not reached");
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, other, NULL);
    pthread_join(thread, NULL);
    puts("not reached");
    return 0;
}

// errno is looked at through the text that it stands for.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static sem_t semaphore;

static void *enter(void *arg)
{
    char text[64];
    while (sem_trywait(&semaphore) != 0) {
    }
    sem_post(&semaphore);
    snprintf(text, sizeof text, "%-3m");
    assert(strcmp(text, "Success") == 0); //~ assertion
    return arg;
}

int main(void)
{
    pthread_t thread;
    sem_init(&semaphore, 0, 1);
    pthread_create(&thread, NULL, enter, NULL);
    while (sem_trywait(&semaphore) != 0) {
    }
    sem_post(&semaphore);
    pthread_join(thread, NULL);
    return 0;
}

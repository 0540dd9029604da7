// Main starts two threads and passes each its number. It passes the address of the loop variable, which
// changes while the threads read it.
// verdict: bug
// bug: data-race
#include <pthread.h>
#include <stddef.h>

static int started[2];

static void *note_start(void *arg)
{
    int number = *(int *)arg; //~ data-race
    if (number < 2) started[number] = 1; //~ data-race
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    int i;
    for (i = 0; i < 2; i++) pthread_create(&threads[i], NULL, note_start, &i); //~ data-race
    for (int k = 0; k < 2; k++) pthread_join(threads[k], NULL);
    return 0;
}

// A supervisor waits for the end of a worker, and so does main. Only one of them may.
// verdict: bug
// bug: thread-misuse
#include <pthread.h>
#include <stddef.h>

static pthread_t worker;

static void *work(void *arg)
{
    return arg;
}

static void *supervise(void *arg)
{
    pthread_join(worker, NULL); //~ thread-misuse
    return arg;
}

int main(void)
{
    pthread_t supervisor;
    pthread_create(&worker, NULL, work, NULL);
    pthread_create(&supervisor, NULL, supervise, NULL);
    pthread_join(worker, NULL); //~ thread-misuse
    pthread_join(supervisor, NULL);
    return 0;
}

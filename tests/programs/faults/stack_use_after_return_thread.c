// A thread leaves a pointer to its own stack in a global variable.
// levels: 0
#include <pthread.h>

static int *kept;

static void *worker(void *unused)
{
    (void)unused;
    int local = 7;
    kept = &local;
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
    return *kept; //~ stack-use-after-return
}

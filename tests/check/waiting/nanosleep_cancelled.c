// A thread asks to sleep for a time that is none, which does not let it sleep. So it is not cancelled there, and always says that it was here.
// verdict: ok
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>

static atomic_int was_here;

static void *note(void *arg)
{
    struct timespec pause = {0, -1};
    nanosleep(&pause, NULL);
    atomic_store(&was_here, 1);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, note, NULL);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    assert(atomic_load(&was_here));
    return 0;
}

// Where plain accesses interleave, a loop over a plain variable waits like one over an atomic one. The message is written
// before the flag and read after it: 1 trace.
// verdict: ok
// check: --races allow
// traces: 1
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int message;
static volatile int flag;

static void *send(void *arg)
{
    message = 42;
    flag = 1;
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, send, NULL);
    while (!flag) {
    }
    assert(message == 42);
    pthread_join(thread, NULL);
    return 0;
}

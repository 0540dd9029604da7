// A dispatcher calls the handler of an event; another thread registers the handlers. It does not look whether
// a handler has been registered.
// verdict: bug
// bug: null-dereference
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

typedef int (*handler)(int);

static _Atomic(handler) handlers[2];

static int doubled(int event)
{
    return 2 * event;
}

static int negated(int event)
{
    return -event;
}

static void *register_all(void *arg)
{
    atomic_store(&handlers[0], doubled);
    atomic_store(&handlers[1], negated);
    return arg;
}

static void *dispatch(void *arg)
{
    for (int event = 0; event < 2; event++) {
        handler handle = atomic_load(&handlers[event]);
        int result = handle(event); //~ null-dereference
        assert(result == (event == 0 ? 0 : -1));
    }
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, register_all, NULL);
    pthread_create(&threads[1], NULL, dispatch, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}

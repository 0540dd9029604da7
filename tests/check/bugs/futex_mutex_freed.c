// The last user of an object frees it, with the mutex inside. But to see whether a waiter must be woken, a thread reads
// the object after it has released the mutex.
// verdict: bug
// bug: use-after-free | data-race
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

struct object {
    atomic_int locked;
    atomic_int sleepers;
    int users;
};

static void lock(struct object *object)
{
    while (atomic_exchange(&object->locked, 1) != 0) {
        object->sleepers++;
        syscall(SYS_futex, &object->locked, FUTEX_WAIT_PRIVATE, 1, NULL);
        object->sleepers--;
    }
}

static void unlock(struct object *object)
{
    object->locked = 0;
    if (object->sleepers > 0) //~ use-after-free | data-race
        syscall(SYS_futex, &object->locked, FUTEX_WAKE_PRIVATE, 1);
}

static void *use(void *arg)
{
    struct object *object = arg;
    lock(object);
    int left = --object->users;
    unlock(object);
    if (left == 0) free(object); //~ data-race
    return NULL;
}

int main(void)
{
    struct object *object = calloc(1, sizeof *object);
    if (!object) return 1;
    object->users = 2;
    pthread_t thread;
    pthread_create(&thread, NULL, use, object);
    use(object);
    pthread_join(thread, NULL);
    return 0;
}

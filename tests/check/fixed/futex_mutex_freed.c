// The last user of an object frees it, with the mutex inside. Another thread has released that mutex, and is about to
// wake the sleepers there: the kernel uses the address as a name, so it does not matter that the memory is gone.
// verdict: ok
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

// 0: free, 1: locked, 2: locked, and a thread may sleep.
struct object {
    atomic_int mutex;
    int users;
};

static void lock(atomic_int *mutex)
{
    int expected = 0;
    if (atomic_compare_exchange_strong(mutex, &expected, 1)) return;
    while (atomic_exchange(mutex, 2) != 0) syscall(SYS_futex, mutex, FUTEX_WAIT_PRIVATE, 2, NULL);
}

static void unlock(atomic_int *mutex)
{
    if (atomic_exchange(mutex, 0) == 2) syscall(SYS_futex, mutex, FUTEX_WAKE_PRIVATE, 1);
}

static void *use(void *arg)
{
    struct object *object = arg;
    lock(&object->mutex);
    int left = --object->users;
    unlock(&object->mutex);
    if (left == 0) free(object);
    return NULL;
}

int main(void)
{
    struct object *object = malloc(sizeof *object);
    if (!object) return 1;
    atomic_init(&object->mutex, 0);
    object->users = 2;
    pthread_t thread;
    pthread_create(&thread, NULL, use, object);
    use(object);
    pthread_join(thread, NULL);
    return 0;
}

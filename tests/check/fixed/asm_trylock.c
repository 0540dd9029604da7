// A lock that is tried with `lock cmpxchg` and given back with a store: accesses under it do not race.
// verdict: ok
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int word, data;

static int try_lock(void)
{
    int taken;
    int old = 0;
    __asm__ __volatile__("lock; cmpxchgl %3, %1" : "+a"(old), "+m"(word), "=@ccz"(taken) : "r"(1) : "memory");
    return taken;
}

static void unlock(void)
{
    __asm__ __volatile__("movl $0, %0" : "=m"(word)::"memory");
}

static void *worker(void *arg)
{
    if (try_lock()) {
        int before = data;
        data = before + 1;
        assert(data == before + 1);
        unlock();
    }
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    worker(NULL);
    pthread_join(thread, NULL);
    return 0;
}

// A lock that is tried with `cmpxchg`, but without the prefix `lock`: both threads can get it, and then their accesses race.
// verdict: bug
// bug: data-race | assertion
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int word, data;

static int try_lock(void)
{
    int old = 0;
    __asm__ __volatile__("cmpxchgl %2, %1" : "+a"(old), "+m"(word) : "r"(1) : "memory", "cc");
    return old == 0;
}

static void unlock(void)
{
    __asm__ __volatile__("movl $0, %0" : "=m"(word)::"memory");
}

static void *worker(void *arg)
{
    if (try_lock()) {
        int before = data;       //~ data-race
        data = before + 1;       //~ data-race
        assert(data == before + 1); //~ data-race | assertion
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

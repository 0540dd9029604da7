// What functions on threads and semaphores write through pointers, besides what they do to their object.
// check -DJOIN: assertion
// check -DVALUE: assertion
// check -DNAME: assertion
// check -DPRIORITY: assertion
#define _GNU_SOURCE
#include "moment.h"
#include <semaphore.h>

static sem_t semaphore;
static pthread_t ended;
static union {
    void *result;
    char name[16];
    int value;
} out;

static void *end(void *argument)
{
    return (void *)1;
}

static void *caller(void *argument)
{
#if defined(JOIN)
    pthread_join(ended, &out.result);
#elif defined(VALUE)
    sem_getvalue(&semaphore, &out.value);
#elif defined(NAME)
    pthread_getname_np(pthread_self(), out.name, sizeof out.name);
#else
    struct sched_param priority;
    pthread_getschedparam(pthread_self(), &out.value, &priority);
#endif
    return 0;
}

int main(void)
{
    sem_init(&semaphore, 0, 1);
    pthread_create(&ended, 0, end, 0);
    out.value = 9;
    start(caller, 0);
    int before = out.value;
    assert(before == out.value);
    return 0;
}

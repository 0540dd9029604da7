// A message is published by a store in assembly and read behind a load in assembly: on x86 stores release and loads acquire.
// verdict: ok
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int flag, message;

static void store(int *at, int value)
{
    __asm__ __volatile__("movl %1, %0" : "=m"(*at) : "ir"(value) : "memory");
}

static int load(int *at)
{
    int value;
    __asm__ __volatile__("movl %1, %0" : "=r"(value) : "m"(*at) : "memory");
    return value;
}

static void *writer(void *arg)
{
    message = 5;
    store(&flag, 1);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, writer, NULL);
    if (load(&flag)) assert(message == 5);
    pthread_join(thread, NULL);
    return 0;
}

// A message is published by a store in assembly, but written afterwards: the reader that sees the flag races with the writer.
// verdict: bug
// bug: data-race
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
    store(&flag, 1);
    message = 5; //~ data-race
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, writer, NULL);
    if (load(&flag)) message++; //~ data-race
    pthread_join(thread, NULL);
    return 0;
}

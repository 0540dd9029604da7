// pthread_exit from deep inside calls, with a value, and the identity of threads.
// native: same
#define _GNU_SOURCE
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

static void descend(int depth)
{
    if (depth == 0)
        pthread_exit((void *)(intptr_t)77);
    descend(depth - 1);
    pthread_exit((void *)(intptr_t)-1);
}

static void *exits(void *unused)
{
    (void)unused;
    descend(20);
    return (void *)(intptr_t)-2;
}

struct identity { pthread_t self; int same, different_task; pid_t main_task; };

static void *identify(void *argument)
{
    struct identity *identity = argument;
    identity->self = pthread_self();
    identity->same = pthread_equal(pthread_self(), pthread_self()) != 0;
    identity->different_task = gettid() != identity->main_task;
    return NULL;
}

int main(void)
{
    pthread_t thread;
    void *result;
    pthread_create(&thread, NULL, exits, NULL);
    pthread_join(thread, &result);
    printf("%ld\n", (long)(intptr_t)result);

    struct identity a = { .main_task = gettid() }, b = a;
    pthread_t first, second;
    pthread_create(&first, NULL, identify, &a);
    pthread_create(&second, NULL, identify, &b);
    int distinct = !pthread_equal(first, second) && !pthread_equal(first, pthread_self());
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    printf("%d %d %d %d %d\n", pthread_equal(a.self, first) != 0, pthread_equal(b.self, second) != 0, distinct, a.same,
           b.same);
    printf("%d %d %d\n", a.different_task, b.different_task, getpid() == gettid());
    printf("%d\n", pthread_setname_np(pthread_self(), "worker"));
    char name[16];
    printf("%d ", pthread_getname_np(pthread_self(), name, sizeof name));
    puts(name);
    return 0;
}

// A web server counts its visitors. `visitors++` looks like one step, but reads, adds and writes: two threads may read the
// same number, and one visitor is lost. For the C language it is worse: two threads touch `visitors` without any order
// between them, which is a data race, and then nothing is promised at all.
#include <pthread.h>
#include <stdio.h>

static int visitors;

static void *serve(void *arg)
{
    visitors++;
    return arg;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, serve, NULL);
    pthread_create(&second, NULL, serve, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    printf("%d visitors\n", visitors);
    return 0;
}

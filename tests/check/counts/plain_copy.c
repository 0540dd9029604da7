// Where plain accesses interleave, a library function that copies is one operation on just the bytes that it touches.
// Two threads copy a variable to places of their own, which no other thread reads; a third one overwrites the
// variable, before or after each of the copies. 4 traces.
// verdict: ok
// check: --races allow
// traces: 4
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static char source[8] = "one", copies[2][8];

static void *copy(void *arg)
{
    memcpy(copies[(intptr_t)arg], source, sizeof source);
    return NULL;
}

static void *overwrite(void *arg)
{
    memset(source, 'x', 3);
    return arg;
}

int main(void)
{
    pthread_t threads[3];
    for (intptr_t i = 0; i < 2; i++) pthread_create(&threads[i], NULL, copy, (void *)i);
    pthread_create(&threads[2], NULL, overwrite, NULL);
    for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
    return (int)strlen(copies[0]) - 3;
}

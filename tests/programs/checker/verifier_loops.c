// A benchmark in the manner of SV-COMP: nondeterministic loop bounds, assumptions that hold for 0, an assertion that holds.
// stdout: done
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { assert(0); }

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void *worker(void *unused)
{
    int rounds = __VERIFIER_nondet_int();
    __VERIFIER_assume(rounds >= 0 && rounds < 3);
    for (int i = 0; i < rounds; i++) {
        pthread_mutex_lock(&mutex);
        data++;
        pthread_mutex_unlock(&mutex);
    }
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, worker, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    if (data > 4)
        reach_error();
    puts("done");
    return 0;
}

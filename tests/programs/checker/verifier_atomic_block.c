// Atomic sections of SV-COMP around plain variables.
// stdout: 20 20
#include <pthread.h>
#include <stdio.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int counter, sum;

static void *worker(void *unused)
{
    for (int i = 0; i < 10; i++) {
        __VERIFIER_atomic_begin();
        int old = counter;
        counter = old + 1;
        sum = sum + 1;
        __VERIFIER_atomic_end();
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
    printf("%d %d\n", counter, sum);
    return 0;
}

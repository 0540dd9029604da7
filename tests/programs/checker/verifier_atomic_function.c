// Functions whose name begins with __VERIFIER_atomic_ run atomically.
// stdout: 30 0
#include <pthread.h>
#include <stdio.h>

static int lock_word, counter, failures;

void __VERIFIER_atomic_add(int *target, int amount)
{
    int old = *target;
    *target = old + amount;
}

int __VERIFIER_atomic_exchange(int *target, int value)
{
    int old = *target;
    *target = value;
    return old;
}

void __VERIFIER_atomic_check(void)
{
    if (lock_word < 0 || lock_word > 1)
        failures++;
}

static void *worker(void *unused)
{
    for (int i = 0; i < 10; i++) {
        __VERIFIER_atomic_add(&counter, 1);
        __VERIFIER_atomic_exchange(&lock_word, i % 2);
        __VERIFIER_atomic_check();
    }
    return unused;
}

int main(void)
{
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, worker, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    printf("%d %d\n", counter, failures);
    return 0;
}

// Two withdrawals of 80 from an account with 100. The balance is checked and changed in one critical section.
// A trace is an order of the two critical sections.
// verdict: ok
// traces: 2
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100, paid_out;

static void *withdraw(void *arg)
{
    pthread_mutex_lock(&lock);
    int covered = balance >= 80;
    if (covered) {
        balance -= 80;
        paid_out += 80;
    }
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, withdraw, NULL);
    pthread_create(&threads[1], NULL, withdraw, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    assert(paid_out <= 100);
    assert(balance + paid_out == 100);
    return 0;
}

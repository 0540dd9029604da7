// Two withdrawals of 80 from an account with 100. The balance is read in one critical section and written in
// another one: both withdrawals can see 100.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100, paid_out;

static void *withdraw(void *arg)
{
    pthread_mutex_lock(&lock);
    int covered = balance >= 80;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
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
    assert(paid_out <= 100); //~ assertion
    assert(balance + paid_out == 100);
    return 0;
}

// Two withdrawals of 0, 1 or 2 coins from a purse of three: every amount is tried. The purse is looked at and
// opened in two critical sections; only the two largest amounts are too much together.
// verdict: bug
// bug: assertion
#include <mazurka.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int coins = 3;

static void *withdraw(void *arg)
{
    int amount = (int)mz_choose(3);
    pthread_mutex_lock(&lock);
    int enough = coins >= amount;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    if (enough) coins -= amount;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, withdraw, NULL);
    pthread_create(&threads[1], NULL, withdraw, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    mz_assert(coins >= 0); //~ assertion
    return 0;
}

// transfer.c fixed: a transfer locks the account with the lower address first, in both directions. All threads agree on the
// order of the locks, so there is no cycle of waits.
#include <pthread.h>
#include <stdio.h>

struct account {
    pthread_mutex_t lock;
    int balance;
};

static struct account accounts[2] = {
    {PTHREAD_MUTEX_INITIALIZER, 100},
    {PTHREAD_MUTEX_INITIALIZER, 100},
};

static void transfer(struct account *from, struct account *to, int amount)
{
    struct account *first = from < to ? from : to;
    struct account *second = from < to ? to : from;
    pthread_mutex_lock(&first->lock);
    pthread_mutex_lock(&second->lock);
    from->balance -= amount;
    to->balance += amount;
    pthread_mutex_unlock(&second->lock);
    pthread_mutex_unlock(&first->lock);
}

static void *pay_rent(void *arg)
{
    transfer(&accounts[0], &accounts[1], 70);
    return arg;
}

static void *pay_back(void *arg)
{
    transfer(&accounts[1], &accounts[0], 30);
    return arg;
}

int main(void)
{
    pthread_t rent, back;
    pthread_create(&rent, NULL, pay_rent, NULL);
    pthread_create(&back, NULL, pay_back, NULL);
    pthread_join(rent, NULL);
    pthread_join(back, NULL);
    printf("balances: %d and %d\n", accounts[0].balance, accounts[1].balance);
    return 0;
}

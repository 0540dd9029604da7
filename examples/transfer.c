// Two threads move money between two accounts. Each transfer locks both accounts, the one it takes from first: a program
// that nearly always works. `mazurka run` happens to choose a schedule in which it does; `mazurka check` tries them all.
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
    pthread_mutex_lock(&from->lock);
    pthread_mutex_lock(&to->lock);
    from->balance -= amount;
    to->balance += amount;
    pthread_mutex_unlock(&to->lock);
    pthread_mutex_unlock(&from->lock);
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

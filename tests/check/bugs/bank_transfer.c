// Two transfers between the same two accounts, in opposite directions. Each locks the account it takes from
// first: they can wait for each other.
// verdict: bug
// bug: deadlock
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct account {
    pthread_mutex_t lock;
    int number, balance;
};

static struct account alice = {PTHREAD_MUTEX_INITIALIZER, 1, 100};
static struct account bob = {PTHREAD_MUTEX_INITIALIZER, 2, 100};

static void transfer(struct account *from, struct account *to, int amount)
{
    struct account *first = from, *second = to;
    pthread_mutex_lock(&first->lock);
    pthread_mutex_lock(&second->lock);
    from->balance -= amount;
    to->balance += amount;
    pthread_mutex_unlock(&second->lock);
    pthread_mutex_unlock(&first->lock);
}

static void *alice_pays(void *arg)
{
    transfer(&alice, &bob, 30);
    return arg;
}

static void *bob_pays(void *arg)
{
    transfer(&bob, &alice, 50);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, alice_pays, NULL);
    pthread_create(&threads[1], NULL, bob_pays, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    assert(alice.balance == 120 && bob.balance == 80);
    return 0;
}

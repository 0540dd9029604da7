// Two threads take a lock and give it back, for ever, and count how often in the block that the lock is in, and on main's stack: they do not wait for
// anything, and what they count they do not look at.
// verdict: ok
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct table {
    pthread_mutex_t fork;
    long meals;
};

struct eater {
    struct table *table;
    atomic_long thoughts;
};

static void *eat(void *arg)
{
    struct eater *eater = arg;
    struct table *table = eater->table;
    for (;;) {
        pthread_mutex_lock(&table->fork);
        table->meals++;
        pthread_mutex_unlock(&table->fork);
        atomic_fetch_add(&eater->thoughts, 1);
    }
    return arg;
}

int main(void)
{
    struct table *table = malloc(sizeof *table);
    pthread_mutex_init(&table->fork, NULL);
    table->meals = 0;
    struct eater eaters[2] = {{table, 0}, {table, 0}};
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, eat, &eaters[i]);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}

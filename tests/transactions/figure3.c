// Figure 3: a transaction commits where it writes y, and x is visible only after a left mover: that is a commit point, too.
// check: assertion, missed by unsound-transactions
// check -DPLAIN --races=allow: assertion, missed by unsound-transactions
// check -DPLAIN: data-race
#include "figures.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static shared y;

static void *first(void *arg)
{
    pthread_mutex_lock(&m);
    y = 42;
    x = 1;
    pthread_mutex_unlock(&m);
    while (true) skip();
    return arg;
}

static void *second(void *arg)
{
    pthread_mutex_lock(&m);
    mz_assert(x == 0);
    pthread_mutex_unlock(&m);
    return arg;
}

static void *third(void *arg)
{
    y = 10;
    return arg;
}

int main(void)
{
    pthread_t threads[] = {start(first), start(second), start(third)};
    for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
    return 0;
}

// Figure 1: a transaction commits and then loops forever. The other thread must be scheduled after the commit.
// check: assertion, missed by unsound-transactions
// check -DPLAIN --races=allow: assertion, missed by unsound-transactions
// check -DPLAIN: data-race
#include "figures.h"

static shared g;

static void *first(void *arg)
{
    g = 1;
    skip();
    while (true) skip();
    return arg;
}

static void *second(void *arg)
{
    mz_assert(g == 0);
    return arg;
}

int main(void)
{
    pthread_t threads[] = {start(first), start(second)};
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}

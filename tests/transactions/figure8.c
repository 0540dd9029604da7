// Figure 8: both branches of a committed transaction loop forever, each of them a terminal SCC. It is enough to schedule the other thread at
// the commit point; cycle detection does so in both loops.
// check: assertion, missed by unsound-transactions
// check -DPLAIN --races=allow: assertion, missed by unsound-transactions
// check -DPLAIN: data-race
#include "figures.h"

static shared g;

static void *first(void *arg)
{
    g = 1;
    skip();
    if (mz_choose(2)) {
        while (true) skip();
    } else {
        while (true) skip();
    }
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

// Figure 2: one branch of a committed transaction loops forever, the other one ends it, which is enough. With ASSUME, an assumption fails
// after the commit instead, and there is no cycle to detect.
// check: assertion
// check -DPLAIN --races=allow: assertion
// check -DPLAIN: data-race
// check -DASSUME: assertion, missed by unsound-transactions
// check -DASSUME -DPLAIN --races=allow: assertion, missed by unsound-transactions
// check -DASSUME -DPLAIN: data-race
#include "figures.h"

static shared g;

static void *first(void *arg)
{
    g = 1;
    skip();
#ifdef ASSUME
    mz_assume(false);
#else
    if (mz_choose(2)) {
        while (true) skip();
    }
#endif
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

// Chase and Lev's deque with one item: the owner pops, a thief tries again where another one was faster. The owner takes the last item without a
// compare-and-swap: a thief can take it, too.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int top, bottom = 2;
static const int items[2] = {1, 2};
static atomic_int taken[3]; // index 0: found nothing

static int steal(void)
{
    for (;;) {
        int t = atomic_load(&top), b = atomic_load(&bottom);
        if (t >= b) return 0;
        int item = items[t];
        if (atomic_compare_exchange_strong(&top, &t, t + 1)) return item;
    }
}

static int pop(void)
{
    int b = atomic_fetch_sub(&bottom, 1) - 1, t = atomic_load(&top);
    int item = t <= b ? items[b] : 0;
    if (t >= b) {
#ifdef FIXED
        if (t == b && !atomic_compare_exchange_strong(&top, &t, t + 1)) item = 0;
#endif
        atomic_store(&bottom, b + 1);
    }
    return item;
}

static void *thief(void *arg)
{
    atomic_fetch_add(&taken[steal()], 1);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, thief, NULL);
    atomic_fetch_add(&taken[pop()], 1);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    for (int i = 1; i <= 2; i++) assert(atomic_load(&taken[i]) <= 1); //~ assertion
    return 0;
}

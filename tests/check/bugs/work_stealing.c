// Chase and Lev's work-stealing deque: the owner pushes and pops at the bottom, a thief steals from the top.
// The owner takes the last item without a compare-and-swap on the top: a thief can take it, too.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define ITEMS 2

static int items[ITEMS];
static atomic_int top, bottom;
static int taken_by_owner[ITEMS + 1], taken_by_thief[ITEMS + 1]; // index 0: found nothing

static void push(int item)
{
    int b = atomic_load(&bottom);
    items[b] = item;
    atomic_store(&bottom, b + 1);
}

static int pop(void)
{
    int b = atomic_load(&bottom) - 1;
    atomic_store(&bottom, b);
    int t = atomic_load(&top);
    if (t > b) {
        atomic_store(&bottom, b + 1);
        return 0;
    }
    int item = items[b];
    if (t == b) {
        atomic_store(&top, t + 1);
        atomic_store(&bottom, b + 1);
    }
    return item;
}

static int steal(void)
{
    int t = atomic_load(&top);
    int b = atomic_load(&bottom);
    if (t >= b) return 0;
    int item = items[t];
    return atomic_compare_exchange_strong(&top, &t, t + 1) ? item : 0;
}

static void *owner(void *arg)
{
    for (int item = 1; item <= ITEMS; item++) push(item);
    for (int i = 0; i < ITEMS; i++) taken_by_owner[pop()]++;
    return arg;
}

static void *thief(void *arg)
{
    taken_by_thief[steal()]++;
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, owner, NULL);
    pthread_create(&threads[1], NULL, thief, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    for (int i = 1; i <= ITEMS; i++) assert(taken_by_owner[i] + taken_by_thief[i] == 1); //~ assertion
    return 0;
}

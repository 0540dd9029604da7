// A thread pauses for ever. How often it yields is in memory, so that it comes back only after several rounds: it has to be followed with all its yields.
// verdict: bug
// bug: livelock
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

struct backoff {
    int n, limit;
    unsigned seed;
};

static void back_off(struct backoff *b)
{
    b->limit = 1 + rand_r(&b->seed) % 4 % 2;
    b->seed %= 3;
    if (b->n < 1) {
        sched_yield();
        b->n++;
    } else if (b->n < b->limit) {
        usleep(b->n);
        b->n++;
    } else {
        b->n = 0;
    }
    for (int i = 0; i < b->n; i++) sched_yield();
    b->n = (b->n + 1) % 3;
}

static void *pause_for_ever(void *arg)
{
    struct backoff b = {0, 2, 1};
    for (;;) back_off(&b);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, pause_for_ever, NULL);
    pthread_join(thread, NULL);
    return 0;
}

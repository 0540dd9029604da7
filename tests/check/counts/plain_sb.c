// Store buffering with plain variables, where plain accesses interleave: each thread writes one variable and reads the
// other. Each read comes before or after the other thread's write; that both come before is impossible. 3 traces.
// verdict: ok
// check: --races allow
// traces: 3
#include <pthread.h>
#include <stddef.h>

static int x, y, seen_x, seen_y;

static void *left(void *arg)
{
    x = 1;
    seen_y = y;
    return arg;
}

static void *right(void *arg)
{
    y = 1;
    seen_x = x;
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, left, NULL);
    pthread_create(&threads[1], NULL, right, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return seen_x + seen_y == 0;
}

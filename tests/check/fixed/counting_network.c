// A balancer, the element of counting networks, sends tokens alternately to its two outputs: after any number
// of tokens the upper output has as many as the lower one, or one more. The toggle is read and written in one
// step.
// The three tokens pass the toggle in 3! orders. The first and the third leave above, where either can count
// first.
// verdict: ok
// check: --no-commute
// traces: 12
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int toggle;
static atomic_int leaving[2];

static void *token(void *arg)
{
    int output = atomic_fetch_xor(&toggle, 1);
    atomic_fetch_add(&leaving[output], 1);
    return arg;
}

int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, token, NULL);
    pthread_create(&threads[1], NULL, token, NULL);
    pthread_create(&threads[2], NULL, token, NULL);
    for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
    int surplus = atomic_load(&leaving[0]) - atomic_load(&leaving[1]);
    assert(surplus == 0 || surplus == 1);
    return 0;
}

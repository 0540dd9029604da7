// Two threads set one flag each. The flags are neighbouring bit-fields: setting one writes the other, too.
// verdict: bug
// bug: data-race
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static struct {
    unsigned char left : 1, right : 1;
} flags;

static void *set_left(void *arg)
{
    flags.left = 1; //~ data-race
    return arg;
}

static void *set_right(void *arg)
{
    flags.right = 1; //~ data-race
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, set_left, NULL);
    pthread_create(&threads[1], NULL, set_right, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    assert(flags.left && flags.right);
    return 0;
}

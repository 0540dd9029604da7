// A sensor publishes a position. Each coordinate is atomic, and still a reader may see the new x with the old y: two atomic
// writes are not one.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

// The sensor moves along the diagonal.
static atomic_int x, y;

static void *move(void *arg)
{
    x = 1;
    y = 1;
    return arg;
}

int main(void)
{
    pthread_t sensor;
    pthread_create(&sensor, NULL, move, NULL);
    int seen_x = x, seen_y = y;
    assert(seen_x == seen_y);
    pthread_join(sensor, NULL);
    return 0;
}

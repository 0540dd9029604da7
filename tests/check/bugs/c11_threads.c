// Two threads of C11's own library append to a list. One of them forgets the lock.
// verdict: bug
// bug: data-race
#include <assert.h>
#include <stddef.h>
#include <threads.h>

static mtx_t lock;
static int length, elements[2];

static int append_one(void *arg)
{
    (void)arg;
    mtx_lock(&lock);
    elements[length++] = 1; //~ data-race
    mtx_unlock(&lock);
    return 0;
}

static int append_two(void *arg)
{
    (void)arg;
    elements[length++] = 2; //~ data-race
    return 0;
}

int main(void)
{
    thrd_t one, two;
    mtx_init(&lock, mtx_plain);
    thrd_create(&one, append_one, NULL);
    thrd_create(&two, append_two, NULL);
    thrd_join(one, NULL);
    thrd_join(two, NULL);
    assert(length == 2 && elements[0] + elements[1] == 3);
    mtx_destroy(&lock);
    return 0;
}

// A reader says which block it uses, and looks again whether that is still the current one: if not, it begins again. The writer frees the old block
// when no reader uses it. Without the second look it may be gone already.
// verdict: bug
// bug: use-after-free | data-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct block {
    int value;
};

static _Atomic(struct block *) current, hazard;

static struct block *make(int value)
{
    struct block *block = malloc(sizeof *block);
    if (block == NULL) exit(1);
    block->value = value;
    return block;
}

static void *replace(void *arg)
{
    struct block *old = atomic_exchange(&current, make(2));
    while (atomic_load(&hazard) == old) {
    }
    free(old); //~ data-race
    return arg;
}

int main(void)
{
    pthread_t thread;
    atomic_store(&current, make(1));
    pthread_create(&thread, NULL, replace, NULL);
    struct block *block;
    do {
        block = atomic_load(&current);
        atomic_store(&hazard, block);
#ifdef FIXED
    } while (atomic_load(&current) != block);
#else
    } while (0);
#endif
    assert(block->value != 0); //~ use-after-free | data-race
    atomic_store(&hazard, NULL);
    pthread_join(thread, NULL);
    free(atomic_load(&current));
    return 0;
}

// A reader takes two numbers into a struct of its own, by a function, until they agree, and expects that the first one is still the same.
// What an earlier attempt has left in the struct makes no difference: each attempt overwrites it.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct pair { int first, second; };

static atomic_int first, second;

static void *count(void *arg)
{
    for (int i = 1; i <= 3; i++) {
        atomic_store(&first, i);
        atomic_store(&second, i);
    }
    return arg;
}

static void get(struct pair *pair)
{
    pair->first = atomic_load(&first);
    pair->second = atomic_load(&second);
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, count, NULL);
    struct pair pair;
    do {
        get(&pair);
    } while (pair.first != pair.second);
#ifdef FIXED
    assert(pair.first <= atomic_load(&first));
#else
    assert(pair.first == atomic_load(&first)); //~ assertion
#endif
    pthread_join(thread, NULL);
    return 0;
}

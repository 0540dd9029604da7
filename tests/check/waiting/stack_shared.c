// Two numbers are on the stack of main, which takes them into another variable there until they agree. That others change the numbers is no
// reason why main is not where it was.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct shared { atomic_int first, second; };
struct pair { int first, second; };

static void *count(void *arg)
{
    struct shared *shared = arg;
    for (int i = 1; i <= 3; i++) {
        atomic_store(&shared->first, i);
        atomic_store(&shared->second, i);
    }
    return NULL;
}

static void get(struct shared *shared, struct pair *pair)
{
    pair->first = atomic_load(&shared->first);
    pair->second = atomic_load(&shared->second);
}

int main(void)
{
    pthread_t thread;
    struct shared shared = {0, 0};
    pthread_create(&thread, NULL, count, &shared);
    struct pair pair;
    do {
        get(&shared, &pair);
    } while (pair.first != pair.second);
#ifdef FIXED
    assert(pair.first <= atomic_load(&shared.first));
#else
    assert(pair.first == atomic_load(&shared.first)); //~ assertion
#endif
    pthread_join(thread, NULL);
    return 0;
}

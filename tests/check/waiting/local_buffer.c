// The same with a buffer that is cleared and filled in each attempt, and returned by value, and a struct that it is copied to.
// verdict: ok
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

struct numbers { int of[8]; };

static atomic_int first, second;

static void *count(void *arg)
{
    for (int i = 1; i <= 3; i++) {
        atomic_store(&first, i);
        atomic_store(&second, i);
    }
    return arg;
}

static struct numbers get(void)
{
    struct numbers numbers;
    memset(&numbers, 0, sizeof numbers);
    numbers.of[1] = atomic_load(&first);
    numbers.of[6] = atomic_load(&second);
    return numbers;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, count, NULL);
    struct numbers numbers;
    do {
        numbers = get();
    } while (numbers.of[1] != numbers.of[6]);
    assert(numbers.of[1] <= atomic_load(&first) && numbers.of[7] == 0);
    pthread_join(thread, NULL);
    return 0;
}

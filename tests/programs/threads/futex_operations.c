// Futex operations besides wait and wake: bit sets, moving sleepers to another word, waking while a word changes, and locks with
// an owner.
// native: same
#define _GNU_SOURCE
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static atomic_uint first, second, asleep;

static long futex(atomic_uint *word, int operation, unsigned value, long timeout, atomic_uint *other, unsigned third)
{
    return syscall(SYS_futex, word, operation | FUTEX_PRIVATE_FLAG, value, timeout, other, third);
}

/* Natively, nothing else tells whether the others are asleep already. */
static void let_sleep(void)
{
    usleep(20000);
}

static void *wait_for_bits(void *bits)
{
    long result = futex(&first, FUTEX_WAIT_BITSET, 0, 0, NULL, (unsigned)(size_t)bits);
    return (void *)result;
}

static void bits(void)
{
    pthread_t one, two;
    pthread_create(&one, NULL, wait_for_bits, (void *)1);
    pthread_create(&two, NULL, wait_for_bits, (void *)6);
    let_sleep();
    printf("bits: %ld", futex(&first, FUTEX_WAKE_BITSET, 10, 0, NULL, 8));
    printf(" %ld", futex(&first, FUTEX_WAKE_BITSET, 10, 0, NULL, 4));
    pthread_join(two, NULL);
    printf(" %ld", futex(&first, FUTEX_WAKE, 10, 0, NULL, 0));
    pthread_join(one, NULL);
    errno = 0;
    printf(" %ld", futex(&first, FUTEX_WAIT_BITSET, 0, 0, NULL, 0));
    printf(" %d", errno == EINVAL);
    errno = 0;
    printf(" %ld", futex(&first, FUTEX_WAKE_BITSET, 1, 0, NULL, 0));
    printf(" %d\n", errno == EINVAL);
}

static void *wait_first(void *unused)
{
    return (void *)futex(&first, FUTEX_WAIT, 0, 0, NULL, 0);
}

static void *wait_second(void *unused)
{
    return (void *)futex(&second, FUTEX_WAIT, 0, 0, NULL, 0);
}

static void move(void)
{
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, wait_first, NULL);
    let_sleep();
    errno = 0;
    printf("move: %ld", futex(&first, FUTEX_CMP_REQUEUE, 1, 1, &second, 7));
    printf(" %d", errno == EAGAIN);
    printf(" %ld", futex(&first, FUTEX_CMP_REQUEUE, 1, 1, &second, 0));
    printf(" %ld", futex(&second, FUTEX_WAKE, 10, 0, NULL, 0));
    printf(" %ld", futex(&first, FUTEX_REQUEUE, 0, 10, &second, 0));
    printf(" %ld", futex(&first, FUTEX_WAKE, 10, 0, NULL, 0));
    printf(" %ld\n", futex(&second, FUTEX_WAKE, 10, 0, NULL, 0));
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
}

static void change(void)
{
    pthread_t one, two;
    pthread_create(&one, NULL, wait_first, NULL);
    pthread_create(&two, NULL, wait_second, NULL);
    let_sleep();
    printf("change: %ld", futex(&first, FUTEX_WAKE_OP, 1, 1, &second, FUTEX_OP(FUTEX_OP_ADD, 5, FUTEX_OP_CMP_GT, 0)));
    printf(" %u", second);
    pthread_join(one, NULL);
    printf(" %ld", futex(&first, FUTEX_WAKE_OP, 1, 1, &second, FUTEX_OP(FUTEX_OP_ANDN, 4, FUTEX_OP_CMP_EQ, 5)));
    printf(" %u", second);
    pthread_join(two, NULL);
    futex(&first, FUTEX_WAKE_OP, 1, 1, &second,
          FUTEX_OP(FUTEX_OP_OR | FUTEX_OP_OPARG_SHIFT, 7, FUTEX_OP_CMP_LT, -1));
    printf(" %u", second);
    futex(&first, FUTEX_WAKE_OP, 1, 1, &second, FUTEX_OP(FUTEX_OP_XOR, 3, FUTEX_OP_CMP_LE, -1));
    printf(" %u", second);
    futex(&first, FUTEX_WAKE_OP, 1, 1, &second, FUTEX_OP(FUTEX_OP_SET, -2, FUTEX_OP_CMP_NE, 1));
    printf(" %d\n", (int)second);
}

static atomic_uint owned;
static int counter;

static void *count(void *unused)
{
    for (int i = 0; i < 20; i++) {
        unsigned expected = 0, this = syscall(SYS_gettid);
        if (!atomic_compare_exchange_strong(&owned, &expected, this))
            if (futex(&owned, FUTEX_LOCK_PI, 0, 0, NULL, 0) != 0)
                return (void *)1;
        counter++;
        expected = this;
        if (!atomic_compare_exchange_strong(&owned, &expected, 0))
            if (futex(&owned, FUTEX_UNLOCK_PI, 0, 0, NULL, 0) != 0)
                return (void *)2;
    }
    return NULL;
}

static void *try(void *unused)
{
    errno = 0;
    long result = futex(&owned, FUTEX_TRYLOCK_PI, 0, 0, NULL, 0);
    printf(" %ld %d", result, errno == EAGAIN);
    errno = 0;
    result = futex(&owned, FUTEX_UNLOCK_PI, 0, 0, NULL, 0);
    printf(" %ld %d", result, errno == EPERM);
    struct timespec past = { 1, 0 };
    errno = 0;
    result = futex(&owned, FUTEX_LOCK_PI, 0, (long)&past, NULL, 0);
    printf(" %ld %d", result, errno == ETIMEDOUT);
    return NULL;
}

static void owners(void)
{
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, count, NULL);
    for (int i = 0; i < 3; i++) {
        void *result;
        pthread_join(threads[i], &result);
        if (result)
            printf("thread %d fails at %p\n", i, result);
    }
    printf("owned: %d %u", counter, owned);
    printf(" %ld", futex(&owned, FUTEX_TRYLOCK_PI, 0, 0, NULL, 0));
    printf(" %d", owned == syscall(SYS_gettid));
    errno = 0;
    printf(" %ld", futex(&owned, FUTEX_LOCK_PI, 0, 0, NULL, 0));
    printf(" %d", errno == EDEADLK);
    pthread_create(&threads[0], NULL, try, NULL);
    pthread_join(threads[0], NULL);
    printf(" %ld", futex(&owned, FUTEX_UNLOCK_PI, 0, 0, NULL, 0));
    printf(" %u\n", owned);
}

int main(void)
{
    bits();
    move();
    change();
    owners();
    return 0;
}

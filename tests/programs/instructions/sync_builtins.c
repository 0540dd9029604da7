// The older __sync builtins at every width, and locks made from them.
// native: same
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

#define OPERATIONS(type, name)                                                                    \
    static void name(type x)                                                                      \
    {                                                                                             \
        printf("%s", #name);                                                                      \
        printf(" %lld", (long long)__sync_fetch_and_add(&x, (type)5));                            \
        printf(" %lld", (long long)__sync_add_and_fetch(&x, (type)100));                          \
        printf(" %lld", (long long)__sync_fetch_and_sub(&x, (type)7));                            \
        printf(" %lld", (long long)__sync_sub_and_fetch(&x, (type)1));                            \
        printf(" %lld", (long long)__sync_fetch_and_or(&x, (type)0x18));                          \
        printf(" %lld", (long long)__sync_and_and_fetch(&x, (type)0x7b));                         \
        printf(" %lld", (long long)__sync_xor_and_fetch(&x, (type)0x2a));                         \
        printf(" %lld", (long long)__sync_val_compare_and_swap(&x, x, (type)33));                 \
        printf(" %d", __sync_bool_compare_and_swap(&x, (type)33, (type)44));                      \
        printf(" %d", __sync_bool_compare_and_swap(&x, (type)33, (type)55));                      \
        printf(" %lld", (long long)__sync_lock_test_and_set(&x, (type)1));                        \
        __sync_lock_release(&x);                                                                  \
        printf(" %lld\n", (long long)x);                                                          \
    }

OPERATIONS(int8_t, s8)
OPERATIONS(uint8_t, u8)
OPERATIONS(int16_t, s16)
OPERATIONS(uint16_t, u16)
OPERATIONS(int32_t, s32)
OPERATIONS(uint32_t, u32)
OPERATIONS(int64_t, s64)
OPERATIONS(uint64_t, u64)

static int lock, counter, lock_free_counter;

static void *worker(void *unused)
{
    (void)unused;
    for (int i = 0; i < 50; i++) {
        while (__sync_lock_test_and_set(&lock, 1))
            while (__atomic_load_n(&lock, __ATOMIC_RELAXED))
                ;
        counter++;
        __sync_lock_release(&lock);
        __sync_fetch_and_add(&lock_free_counter, 2);
    }
    return NULL;
}

int main(void)
{
    s8(10);
    u8(200);
    s16(-1);
    u16(1000);
    s32(-100000);
    u32(7);
    s64(1LL << 50);
    u64(0);
    __sync_synchronize();
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, worker, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    printf("%d %d\n", counter, lock_free_counter);
    return 0;
}

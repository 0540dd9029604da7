// Every memory order, width and kind of atomic access, and threads around them.
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

atomic_int counter;
_Atomic uint8_t byte;
_Atomic int16_t word;
_Atomic uint64_t wide;
_Atomic(void *) pointer;
_Atomic double real;
volatile int device;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static __thread unsigned local;

int loads(void) {
    return atomic_load(&counter) + atomic_load_explicit(&counter, memory_order_relaxed) +
           atomic_load_explicit(&byte, memory_order_acquire) + (atomic_load(&pointer) != 0) + device;
}

void stores(int value) {
    atomic_store(&counter, value);
    atomic_store_explicit(&word, value, memory_order_relaxed);
    atomic_store_explicit(&wide, value, memory_order_release);
    atomic_store(&pointer, &counter);
    device = value;
}

long read_modify_write(int value) {
    long sum = atomic_fetch_add(&counter, value);
    sum += atomic_fetch_sub_explicit(&counter, value, memory_order_relaxed);
    sum += atomic_fetch_and_explicit(&byte, value, memory_order_acquire);
    sum += atomic_fetch_or_explicit(&word, value, memory_order_release);
    sum += atomic_fetch_xor_explicit(&wide, value, memory_order_acq_rel);
    sum += atomic_exchange(&counter, value);
    sum += __atomic_fetch_nand(&device, value, __ATOMIC_SEQ_CST);
    sum += __atomic_fetch_max(&device, value, __ATOMIC_RELAXED) + __atomic_fetch_min(&local, value, __ATOMIC_RELAXED);
    real += 0.5;
    return sum + byte++ + --word;
}

bool compare_exchange(int expected) {
    void *nothing = 0;
    bool done = atomic_compare_exchange_strong(&counter, &expected, 5);
    done |= atomic_compare_exchange_weak_explicit(&counter, &expected, 6, memory_order_acq_rel, memory_order_acquire);
    done |= atomic_compare_exchange_strong_explicit(&counter, &expected, 7, memory_order_release, memory_order_relaxed);
    return done | atomic_compare_exchange_weak(&pointer, &nothing, &byte) | __sync_bool_compare_and_swap(&device, 1, 2);
}

void fences(void) {
    atomic_thread_fence(memory_order_seq_cst);
    atomic_thread_fence(memory_order_acquire);
    atomic_thread_fence(memory_order_release);
    atomic_thread_fence(memory_order_acq_rel);
    atomic_signal_fence(memory_order_seq_cst);
}

static void *run(void *argument) {
    pthread_mutex_lock(&mutex);
    local += *(unsigned *)argument;
    pthread_mutex_unlock(&mutex);
    while (!compare_exchange((int)local))
        fences();
    return argument;
}

int main(void) {
    pthread_t threads[3];
    unsigned number = 3;
    for (int i = 0; i < 3; i++)
        if (pthread_create(&threads[i], 0, run, &number))
            return 1;
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
    stores((int)read_modify_write(4));
    return loads();
}

// Inline assembly that needs no real machine: compiler barriers, fences, pause, and empty templates with operands.
// native: same
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#define barrier() __asm__ __volatile__("" ::: "memory")
#define full_fence() __asm__ __volatile__("mfence" ::: "memory")
#define load_fence() __asm__ __volatile__("lfence" ::: "memory")
#define store_fence() __asm__ __volatile__("sfence" ::: "memory")
#define relax() __asm__ __volatile__("pause" ::: "memory")
#define rep_nop() __asm__ __volatile__("rep; nop\n\trep nop" ::: "memory")

/* The usual way to hide a value from the optimiser. */
static int opaque(int x)
{
    __asm__("" : "+r"(x));
    return x;
}

static void escape(void *p)
{
    __asm__ volatile("" : : "g"(p) : "memory");
}

static atomic_int flag;

static void *setter(void *unused)
{
    (void)unused;
    full_fence();
    atomic_store(&flag, 1);
    return NULL;
}

int main(void)
{
    int x = opaque(20) + opaque(22);
    barrier();
    int local = 5;
    escape(&local);
    load_fence();
    store_fence();
    pthread_t thread;
    pthread_create(&thread, NULL, setter, NULL);
    while (!atomic_load(&flag)) {
        relax();
        rep_nop();
        __builtin_ia32_pause();
    }
    pthread_join(thread, NULL);
    __builtin_ia32_mfence();
    __asm__ volatile("nop");
    printf("%d %d\n", x, local);
    return 0;
}

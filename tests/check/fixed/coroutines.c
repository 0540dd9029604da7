// Two threads, each with a coroutine that counts up a shared number at once, between the times that it lets its thread do something
// else.
// verdict: ok
// check: --leaks
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <ucontext.h>

enum { STACK = 16 * 1024, TIMES = 1 };

struct coroutine {
    ucontext_t here, caller;
};

static atomic_int number;

static void count(unsigned high, unsigned low) {
    struct coroutine *this = (struct coroutine *)((uintptr_t)high << 32 | low);
    for (int i = 0; i < TIMES; i++) {
        swapcontext(&this->here, &this->caller);
        atomic_fetch_add(&number, 1);
    }
}

static void *thread(void *unused) {
    struct coroutine *coroutine = calloc(1, sizeof *coroutine);
    uintptr_t address = (uintptr_t)coroutine;
    getcontext(&coroutine->here);
    coroutine->here.uc_stack.ss_sp = malloc(STACK);
    coroutine->here.uc_stack.ss_size = STACK;
    coroutine->here.uc_link = &coroutine->caller;
    makecontext(&coroutine->here, (void (*)(void))count, 2, (unsigned)(address >> 32), (unsigned)address);
    for (int i = 0; i < TIMES + 1; i++)
        swapcontext(&coroutine->caller, &coroutine->here);
    free(coroutine->here.uc_stack.ss_sp);
    free(coroutine);
    return unused;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, 0, thread, 0);
    thread(0);
    pthread_join(other, 0);
    assert(number == 2 * TIMES);
    return 0;
}

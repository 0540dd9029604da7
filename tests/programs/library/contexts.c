// User contexts: coroutines, arguments, what follows a context that ends, and jumps back to where a function was.
// native: same
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <ucontext.h>

enum { STACK = 64 * 1024 };

// A generator: yields the numbers below a limit.
struct generator {
    ucontext_t here, caller;
    int value, done;
};

static void yield(struct generator *g, int value) {
    g->value = value;
    swapcontext(&g->here, &g->caller);
}

static void count(struct generator *g, int limit, int depth) {
    int squares[4] = {0};
    if (depth > 0) {
        count(g, limit, depth - 1);
        return;
    }
    for (int i = 0; i < limit; i++) {
        squares[i % 4] = i * i;
        yield(g, squares[i % 4]);
    }
}

static void body(unsigned high, unsigned low, int limit) {
    struct generator *g = (struct generator *)((unsigned long)high << 32 | low);
    count(g, limit, 3);
    g->done = 1;
}

static struct generator *make(int limit) {
    struct generator *g = calloc(1, sizeof *g);
    getcontext(&g->here);
    g->here.uc_stack.ss_sp = malloc(STACK);
    g->here.uc_stack.ss_size = STACK;
    g->here.uc_link = &g->caller;
    unsigned long address = (unsigned long)g;
    makecontext(&g->here, (void (*)(void))body, 3, (unsigned)(address >> 32), (unsigned)address, limit);
    return g;
}

static int next(struct generator *g, int *value) {
    if (swapcontext(&g->caller, &g->here) != 0)
        return 0;
    *value = g->value;
    return !g->done;
}

static void drop(struct generator *g) {
    free(g->here.uc_stack.ss_sp);
    free(g);
}

static void two_generators(void) {
    struct generator *a = make(4), *b = make(6);
    int value, more_of_a = 1, more_of_b = 1;
    while (more_of_a || more_of_b) {
        if (more_of_a && (more_of_a = next(a, &value)))
            printf("a %d\n", value);
        if (more_of_b && (more_of_b = next(b, &value)))
            printf("b %d\n", value);
    }
    drop(a);
    drop(b);
}

static void again_and_again(void) {
    volatile int times = 0;
    ucontext_t here;
    getcontext(&here);
    times++;
    printf("time %d\n", times);
    if (times < 3)
        setcontext(&here);
}

// A chain: each context is followed by the next one.
static ucontext_t chain[3], end;
static char stacks[3][STACK];

static void link_of_chain(int number) {
    printf("link %d\n", number);
}

static void follow_links(void) {
    for (int i = 0; i < 3; i++) {
        getcontext(&chain[i]);
        chain[i].uc_stack.ss_sp = stacks[i];
        chain[i].uc_stack.ss_size = sizeof stacks[i];
        chain[i].uc_link = i < 2 ? &chain[i + 1] : &end;
        makecontext(&chain[i], (void (*)(void))link_of_chain, 1, i);
    }
    swapcontext(&end, &chain[0]);
    printf("end\n");
}

// Every thread has contexts of its own; thread-local variables and locks are the thread's.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local int mine;
static long sum;

static void locked(unsigned high, unsigned low) {
    struct generator *g = (struct generator *)((unsigned long)high << 32 | low);
    for (int i = 1; i <= 2; i++) {
        pthread_mutex_lock(&lock);
        mine += i;
        yield(g, i);
    }
    g->done = 1;
}

static void *thread(void *start) {
    struct generator *g = make(0);
    unsigned long address = (unsigned long)g;
    makecontext(&g->here, (void (*)(void))locked, 2, (unsigned)(address >> 32), (unsigned)address);
    mine = (int)(long)start;
    int value;
    while (next(g, &value)) {
        sum += value;
        pthread_mutex_unlock(&lock);
    }
    drop(g);
    return (void *)(long)mine;
}

int main(void) {
    two_generators();
    again_and_again();
    follow_links();
    pthread_t threads[2];
    for (long i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, thread, (void *)(10 * i));
    for (int i = 0; i < 2; i++) {
        void *result;
        pthread_join(threads[i], &result);
        printf("thread %d: %ld\n", i, (long)result);
    }
    printf("sum %ld\n", sum);
    return 0;
}

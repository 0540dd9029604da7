// <ucontext.h>: switching is an instruction of the machine (exec/contexts.rs), which knows this layout.
#include "library.h"

enum { MOST_ARGUMENTS = 12 };

struct context {
    unsigned long flags;
    struct context *link;
    void *stack;
    int stack_flags;
    size_t stack_size;
    // What the machine keeps here: which kind of context it is, and what it starts with.
    uint64_t kind, start, function, arguments[MOST_ARGUMENTS];
};

static const uint64_t LEFT = 0x6d7a6b6374780001, MADE = 0x6d7a6b6374780002;

int setcontext(const struct context *context);

// A function takes as many of the arguments as it has parameters. As in glibc, the process ends where nothing follows.
static void start(struct context *context) {
    typedef uint64_t word;
    const word *a = context->arguments;
    ((void (*)(word, word, word, word, word, word, word, word, word, word, word, word))context->function)(
        a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11]);
    if (context->link) {
        setcontext(context->link);
    }
    exit(0);
}

LIBRARY void makecontext(struct context *context, void (*function)(void), int count, ...) {
    __builtin_va_list list;
    __builtin_va_start(list, count);
    // The frames that getcontext has left in it.
    if (context->kind == LEFT) {
        free((void *)context->start);
    }
    memset(context->arguments, 0, sizeof context->arguments);
    for (int i = 0; i < count && i < MOST_ARGUMENTS; i++) {
        context->arguments[i] = __builtin_va_arg(list, uint64_t);
    }
    __builtin_va_end(list);
    context->function = (uint64_t)function;
    context->start = (uint64_t)start;
    context->kind = MADE;
}

// Handlers of signals: they are called by what runs in between of two operations of a thread.
#include "library.h"

// Of one argument or of three.
typedef void handler();

handler *__mazurka_bound_handler(uint64_t handler);
_Noreturn void __mazurka_handler_done(uint64_t mask, uint64_t phase);
int getpid(void);

// siginfo_t, as far as it is filled in.
struct information {
    int signal, error, code, unused;
    int process, user;
    uint64_t value;
    char rest[96];
};

// ucontext_t, of which nothing is known.
struct context {
    char bytes[968];
};

static __attribute__((noinline)) void call_with_information(handler *f, int signal, int code, uint64_t value) {
    struct information information;
    struct context context;
    memset(&information, 0, sizeof information);
    memset(&context, 0, sizeof context);
    information.signal = signal;
    information.code = code;
    information.process = getpid();
    information.value = value;
    ((void (*)(int, struct information *, struct context *))f)(signal, &information, &context);
}

// A thread takes a signal. Its frame has no memory, and never returns: what was interrupted continues where it was.
LIBRARY _Noreturn void __mazurka_take_signal(uint64_t address, int signal, int with_information, uint64_t mask,
                                            uint64_t phase, int code, uint64_t value) {
    handler *f = __mazurka_bound_handler(address);
    if (with_information)
        call_with_information(f, signal, code, value);
    else
        ((void (*)(int))f)(signal);
    __mazurka_handler_done(mask, phase);
}

// Whoever installs handlers refers to the function that runs them.
typedef void take(uint64_t address, int signal, int with_information, uint64_t mask, uint64_t phase, int code,
                  uint64_t value);
void *__mazurka_signal(take *take, int signal, void *handler, unsigned flags);
int __mazurka_sigaction(take *take, int signal, const void *new, void *old);

enum { SA_RESTART = 0x10000000, SA_NODEFER = 0x40000000 };
static const unsigned SA_RESETHAND = 0x80000000;

LIBRARY void *signal(int signal, void *handler) {
    return __mazurka_signal(__mazurka_take_signal, signal, handler, SA_RESTART);
}

LIBRARY void *bsd_signal(int signal, void *handler) {
    return __mazurka_signal(__mazurka_take_signal, signal, handler, SA_RESTART);
}

LIBRARY void *__sysv_signal(int signal, void *handler) {
    return __mazurka_signal(__mazurka_take_signal, signal, handler, SA_RESETHAND | SA_NODEFER);
}

LIBRARY int sigaction(int signal, const void *new, void *old) {
    return __mazurka_sigaction(__mazurka_take_signal, signal, new, old);
}

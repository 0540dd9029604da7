// Where threads begin and end: what runs before and after their function.
#include "library.h"

typedef void *body(void *argument);

int __mazurka_creation_error(void);
pthread_t __mazurka_next_thread(void);
int __mazurka_spawn(const void *attributes, void (*start)(body *, void *), body *f, void *argument);
int __mazurka_finish(void *result, int cleaned_up);
int __mazurka_next_key_destructor(void (**destructor)(void *), void **value);
int __mazurka_once_begin(int *control);
void __mazurka_once_end(int *control);
void __mazurka_once_give_up(int *control);

enum { DESTRUCTOR_ITERATIONS = 4 };

// What pthread_cleanup_push makes of its block: a jump buffer (the layout is glibc's), which we chain.
struct cleanup {
    long jump_buffer[8];
    int mask_was_saved;
    struct cleanup *outer;
    void *unused[3];
};

// A C++ or Rust thread-local with a destructor.
struct thread_local_destructor {
    void (*destructor)(void *);
    void *object;
    struct thread_local_destructor *next;
};

// What is left to do when the thread ends; then, its result.
static _Thread_local struct {
    struct cleanup *cleanups;
    struct thread_local_destructor *thread_locals;
    void *result;
} left;

static __attribute__((noinline)) void run_key_destructors(void) {
    void (*destructor)(void *);
    void *value;
    for (int i = 0; i < DESTRUCTOR_ITERATIONS; i++) {
        int any = 0;
        while (__mazurka_next_key_destructor(&destructor, &value)) {
            any = 1;
            destructor(value);
        }
        if (!any)
            return;
    }
}

LIBRARY void __mazurka_run_thread_local_destructors(void) {
    while (left.thread_locals) {
        struct thread_local_destructor *first = left.thread_locals;
        left.thread_locals = first->next;
        first->destructor(first->object);
        free(first);
    }
}

// Values of keys that have a destructor keep the thread from ending, at first. The last thread ends the process, too.
static inline __attribute__((always_inline)) _Noreturn void finish(void *result) {
    if (__mazurka_finish(result, 0)) {
        run_key_destructors();
        __mazurka_finish(result, 1);
    }
    exit(0);
}

// Runs what is left of the cleanup handlers, outermost last, then ends the thread. A handler is run by jumping to the
// block that pushed it, which comes back through __pthread_unwind_next.
static _Noreturn void unwind(void) {
    struct cleanup *innermost = left.cleanups;
    if (innermost) {
        left.cleanups = innermost->outer;
        longjmp(innermost->jump_buffer, 1);
    }
    __mazurka_run_thread_local_destructors();
    finish(left.result);
}

// Nearly all threads leave nothing to do.
static inline __attribute__((always_inline)) _Noreturn void end(void *result) {
    if (!left.cleanups && !left.thread_locals)
        finish(result);
    left.result = result;
    unwind();
}

LIBRARY _Noreturn void pthread_exit(void *result) {
    end(result);
}

LIBRARY void __pthread_register_cancel(struct cleanup *cleanup) {
    cleanup->outer = left.cleanups;
    left.cleanups = cleanup;
}

LIBRARY void __pthread_unregister_cancel(struct cleanup *cleanup) {
    left.cleanups = cleanup->outer;
}

LIBRARY _Noreturn void __pthread_unwind_next(struct cleanup *cleanup) {
    (void)cleanup;
    unwind();
}

LIBRARY int __cxa_thread_atexit_impl(void (*destructor)(void *), void *object, void *library) {
    (void)library;
    struct thread_local_destructor *first = malloc(sizeof *first);
    if (!first)
        return ENOMEM;
    first->destructor = destructor;
    first->object = object;
    first->next = left.thread_locals;
    left.thread_locals = first;
    return 0;
}

LIBRARY void __mazurka_thread_start(body *f, void *argument) {
    end(f(argument));
}

LIBRARY int pthread_create(pthread_t *thread, const void *attributes, body *f, void *argument) {
    int error = __mazurka_creation_error();
    if (error)
        return error;
    // Before it starts, as everywhere: threads do look at their own name.
    *thread = __mazurka_next_thread();
    return __mazurka_spawn(attributes, __mazurka_thread_start, f, argument);
}

LIBRARY int pthread_once(int *control, void (*f)(void)) {
    if (__mazurka_once_begin(control)) {
        struct cleanup cleanup;
        if (setjmp(cleanup.jump_buffer)) {
            __mazurka_once_give_up(control);
            __pthread_unwind_next(&cleanup);
        }
        __pthread_register_cancel(&cleanup);
        f();
        __pthread_unregister_cancel(&cleanup);
        __mazurka_once_end(control);
    }
    return 0;
}

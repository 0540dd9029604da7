// Where threads begin and end: what runs before and after their function.
#include "library.h"

typedef void *body(void *argument);

pthread_t __mazurka_next_thread(void);
int __mazurka_spawn(const void *attributes, void (*start)(body *, void *), body *f, void *argument);
void __mazurka_finish(void *result);
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

static _Thread_local struct cleanup *cleanups;
static _Thread_local struct thread_local_destructor *thread_locals;
static _Thread_local void *exit_result;

static void run_key_destructors(void) {
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
    while (thread_locals) {
        struct thread_local_destructor *first = thread_locals;
        thread_locals = first->next;
        first->destructor(first->object);
        free(first);
    }
}

// Runs what is left of the cleanup handlers, outermost last, then ends the thread. A handler is run by jumping to the
// block that pushed it, which comes back through __pthread_unwind_next.
static _Noreturn void unwind(void) {
    struct cleanup *innermost = cleanups;
    if (innermost) {
        cleanups = innermost->outer;
        longjmp(innermost->jump_buffer, 1);
    }
    __mazurka_run_thread_local_destructors();
    run_key_destructors();
    __mazurka_finish(exit_result);
    exit(0);
}

LIBRARY _Noreturn void pthread_exit(void *result) {
    exit_result = result;
    unwind();
}

LIBRARY void __pthread_register_cancel(struct cleanup *cleanup) {
    cleanup->outer = cleanups;
    cleanups = cleanup;
}

LIBRARY void __pthread_unregister_cancel(struct cleanup *cleanup) {
    cleanups = cleanup->outer;
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
    first->next = thread_locals;
    thread_locals = first;
    return 0;
}

LIBRARY void __mazurka_thread_start(body *f, void *argument) {
    pthread_exit(f(argument));
}

LIBRARY int pthread_create(pthread_t *thread, const void *attributes, body *f, void *argument) {
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

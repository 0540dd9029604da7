// Before main and after it: constructors, exit handlers, destructors.
#include "library.h"

typedef void constructor(int argc, char **argv, char **envp);
typedef void destructor(void);

constructor *__mazurka_constructor(size_t index);
destructor *__mazurka_destructor(size_t index);
// Takes note of that. Whether it ends the process.
int __mazurka_main_has_returned(void);
void __mazurka_run_thread_local_destructors(void);
int main(int argc, char **argv, char **envp);

extern char **environ;
extern char *program_invocation_name, *program_invocation_short_name;

// The functions that exit calls, in the order of their registration.
enum { MOST_HANDLERS = 128 };
struct handler {
    void (*function)();
    void *argument;
    // on_exit's functions take the exit code before their argument.
    int takes_code;
};
struct handlers {
    int count;
    struct handler handler[MOST_HANDLERS];
};
static struct handlers exit_handlers, quick_exit_handlers;

static void name_program(char *path) {
    program_invocation_name = program_invocation_short_name = path;
    for (char *at = path; *at; at++)
        if (*at == '/')
            program_invocation_short_name = at + 1;
}

static int add(struct handlers *list, void (*function)(), void *argument, int takes_code) {
    __mazurka_change(list, sizeof *list);
    int full = list->count == MOST_HANDLERS;
    if (!full) {
        int i = list->count++;
        list->handler[i].function = function;
        list->handler[i].argument = argument;
        list->handler[i].takes_code = takes_code;
    }
    __mazurka_changed();
    return full ? -1 : 0;
}

// Takes the youngest handler from the list; 0 if there is none left.
static int take(struct handlers *list, struct handler *taken) {
    __mazurka_change(list, sizeof *list);
    int any = list->count > 0;
    if (any)
        *taken = list->handler[--list->count];
    __mazurka_changed();
    return any;
}

static void run(struct handlers *list, int code) {
    struct handler next;
    while (take(list, &next)) {
        if (next.takes_code)
            ((void (*)(int, void *))next.function)(code, next.argument);
        else
            ((void (*)(void *))next.function)(next.argument);
    }
}

LIBRARY int atexit(void (*function)(void)) {
    return add(&exit_handlers, (void (*)())function, NULL, 0);
}

LIBRARY int on_exit(void (*function)(int, void *), void *argument) {
    return add(&exit_handlers, (void (*)())function, argument, 1);
}

LIBRARY int __cxa_atexit(void (*function)(void *), void *argument, void *library) {
    (void)library;
    return add(&exit_handlers, (void (*)())function, argument, 0);
}

LIBRARY int at_quick_exit(void (*function)(void)) {
    return add(&quick_exit_handlers, (void (*)())function, NULL, 0);
}

static void destruct_all(void) {
    destructor *destruct;
    for (size_t i = 0; (destruct = __mazurka_destructor(i)); i++)
        destruct();
}

LIBRARY _Noreturn void exit(int code) {
    __mazurka_run_thread_local_destructors();
    run(&exit_handlers, code);
    destruct_all();
    _exit(code);
}

LIBRARY _Noreturn void quick_exit(int code) {
    run(&quick_exit_handlers, code);
    _exit(code);
}

LIBRARY void __mazurka_start(int argc, char **argv, char **envp) {
    environ = envp;
    if (argc > 0)
        name_program(argv[0]);
    constructor *construct;
    for (size_t i = 0; (construct = __mazurka_constructor(i)); i++)
        construct(argc, argv, envp);
    int code = main(argc, argv, envp);
    if (__mazurka_main_has_returned())
        exit(code);
    // What exit does before the process ends; the other threads may be as slow as they like, and run on.
    __mazurka_run_thread_local_destructors();
    if (exit_handlers.count > 0)
        run(&exit_handlers, code);
    destruct_all();
    pthread_exit(NULL);
}

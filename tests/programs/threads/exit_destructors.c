// What runs when a thread ends: destructors of thread-local objects in reverse order, then those of keys.
// native: same
#include <pthread.h>
#include <stdio.h>

/* How C++ and Rust register the destructors of thread-local objects. */
extern int __cxa_thread_atexit_impl(void (*destructor)(void *), void *object, void *library);
extern void *__dso_handle;

static char trace[16];
static int length;
static pthread_key_t key;

static void note(void *letter) { trace[length++] = *(const char *)letter; }

static void note_and_register(void *letter)
{
    note(letter);
    __cxa_thread_atexit_impl(note, "n", &__dso_handle);
}

static void *worker(void *unused)
{
    (void)unused;
    pthread_setspecific(key, "k");
    __cxa_thread_atexit_impl(note, "1", &__dso_handle);
    __cxa_thread_atexit_impl(note_and_register, "2", &__dso_handle);
    __cxa_thread_atexit_impl(note, "3", &__dso_handle);
    note("w");
    return NULL;
}

static void *leaves(void *argument)
{
    worker(argument);
    pthread_exit(NULL);
}

static void run(void *(*function)(void *))
{
    pthread_t thread;
    length = 0;
    pthread_create(&thread, NULL, function, NULL);
    pthread_join(thread, NULL);
    printf("%.*s\n", length, trace);
}

int main(void)
{
    pthread_key_create(&key, note);
    run(worker);
    run(leaves);
    return 0;
}

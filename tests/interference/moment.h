// An object with a value that is 1 for a moment, and a thread that may look at it.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct object {
    // A compiler must not leave out the moment.
    volatile int value;
    int other;
};

static inline struct object *new_object(void)
{
    return calloc(1, sizeof(struct object));
}

static inline void change(struct object *object)
{
    object->value = 1;
    object->value = 0;
}

static inline void look(struct object *object)
{
    if (object) assert(object->value == 0);
}

static inline pthread_t start(void *(*run)(void *), void *argument)
{
    pthread_t thread;
    pthread_create(&thread, 0, run, argument);
    return thread;
}

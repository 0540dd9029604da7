// The same bytes are different fields for two threads. One changes them once in the whole search, before this is known; the access of the
// other one is visible anyhow, for what comes after the join.
// check: assertion
#include "moment.h"
#include <semaphore.h>

// Of another shape: structs of one shape are one type.
struct other {
    int first;
    char rest[3];
};

static struct object *shared;
static sem_t is_near, may_look;
static int seen;

static void *reader(void *argument)
{
    sem_post(&is_near);
    sem_wait(&may_look);
    seen = ((struct other *)shared)->first;
    return 0;
}

int main(void)
{
    sem_init(&is_near, 0, 0);
    sem_init(&may_look, 0, 0);
    shared = new_object();
    struct other *other = calloc(1, sizeof *other);
    pthread_t thread = start(reader, 0);
    // The reader is where it waits: there is one state to post and change in.
    sem_wait(&is_near);
    sem_post(&may_look);
    change(shared);
    pthread_join(thread, 0);
    other->first = 2;
    assert(seen == 0);
    return 0;
}

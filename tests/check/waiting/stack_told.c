// Main polls, and notes what it finds on its stack, where another thread looks: an iteration with another note is one that others know of.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct notes { pthread_mutex_t mutex; int note; };

static atomic_int state, end;

static void *change(void *arg)
{
    struct notes *notes = arg;
    atomic_store(&state, 1);
    pthread_mutex_lock(&notes->mutex);
    int note = notes->note;
    pthread_mutex_unlock(&notes->mutex);
#ifndef FIXED
    assert(note != 1); //~ assertion
#endif
    atomic_store(&end, 1 + note);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    struct notes notes = {PTHREAD_MUTEX_INITIALIZER, 0};
    pthread_create(&thread, NULL, change, &notes);
    while (!atomic_load(&end)) {
        int found = atomic_load(&state);
        pthread_mutex_lock(&notes.mutex);
        notes.note = found;
        pthread_mutex_unlock(&notes.mutex);
    }
    pthread_join(thread, NULL);
    return 0;
}

// A thread changes a variable and changes it back, for ever. Main sees it changed twice, and then not: the thread goes on while main runs,
// and main's end is no reason to leave that out.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int beat, other;

static void *beats(void *arg)
{
    for (;;) {
        beat++;
        (void)other;
        beat--;
    }
    return arg;
}

int main(void)
{
    pthread_t thread;
    int seen = 0;
    pthread_create(&thread, NULL, beats, NULL);
    while (beat == 0) seen = beat;
#ifdef FIXED
    assert(seen == 0 || seen == 1);
#else
    assert(seen == 0 || beat == 1); //~ assertion
#endif
    return 0;
}

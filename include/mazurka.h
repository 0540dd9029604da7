/* mazurka.h: what a program can tell Mazurka about itself.
 *
 * mz_choose(n)         a number from 0 to n - 1: Mazurka tries every one of them
 * mz_assume(c)         executions in which c is false are of no interest
 * mz_assert(c)         c must hold here, otherwise Mazurka reports a bug
 * mz_atomic_begin()    from here to the matching mz_atomic_end() no other
 * mz_atomic_end()      thread runs; blocks may nest
 *
 * The same source compiles natively with gcc and clang (link with -pthread). There, mz_choose takes its answers from
 * the environment variable MAZURKA_CHOICES, a list such as "2,0,1", and is 0 beyond its end; a failed mz_assume ends
 * the program with exit code 0; mz_assert is the assert of <assert.h>; and atomic blocks exclude each other, but not
 * code outside of them.
 */
#ifndef MAZURKA_H
#define MAZURKA_H

#ifdef __cplusplus
extern "C" {
#endif

#ifdef __MAZURKA__

unsigned __mazurka_choose(unsigned n);
void __mazurka_assume(int condition);
void __mazurka_assert(int condition, const char *text);
void __mazurka_atomic_begin(void);
void __mazurka_atomic_end(void);

#define mz_choose(n) __mazurka_choose(n)
#define mz_assume(c) __mazurka_assume(!!(c))
#define mz_assert(c) __mazurka_assert(!!(c), #c)
#define mz_atomic_begin() __mazurka_atomic_begin()
#define mz_atomic_end() __mazurka_atomic_end()

#else

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

/* Weak, so that the files of a program that all include this header share one lock and one list of choices. */
#define MZ_SHARED __attribute__((weak))

MZ_SHARED pthread_mutex_t mz_native_lock = PTHREAD_MUTEX_INITIALIZER;
MZ_SHARED __thread unsigned mz_native_depth;
MZ_SHARED const char *mz_native_choices;

MZ_SHARED void mz_atomic_begin(void) {
    if (mz_native_depth++ == 0) pthread_mutex_lock(&mz_native_lock);
}

MZ_SHARED void mz_atomic_end(void) {
    if (--mz_native_depth == 0) pthread_mutex_unlock(&mz_native_lock);
}

MZ_SHARED unsigned mz_choose(unsigned n) {
    unsigned long choice = 0;
    mz_atomic_begin();
    if (!mz_native_choices) mz_native_choices = getenv("MAZURKA_CHOICES");
    if (mz_native_choices && *mz_native_choices) {
        char *end;
        choice = strtoul(mz_native_choices, &end, 10);
        mz_native_choices = *end ? end + 1 : end;
    }
    mz_atomic_end();
    return choice < n ? (unsigned)choice : 0;
}

#undef MZ_SHARED

#define mz_assume(c) ((c) ? (void)0 : exit(0))
#define mz_assert(c) assert(c)

#endif

#ifdef __cplusplus
}
#endif

#endif

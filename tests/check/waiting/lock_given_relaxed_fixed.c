// The same, and the store releases.
// verdict: ok
// check: --unroll 3
#define FIXED
#include "lock_given_relaxed.c"

// The same where the compare-and-swap acquires.
// verdict: ok
#define FIXED
#include "lock_relaxed.c"

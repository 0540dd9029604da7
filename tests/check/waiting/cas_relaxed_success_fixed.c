// The same, and taking the lock acquires.
// verdict: ok
#define FIXED
#include "cas_relaxed_success.c"

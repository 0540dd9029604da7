// The same, and both give the lock back.
// verdict: ok
#define FIXED
#include "spin_livelock.c"

// The same with two threads.
// verdict: ok
#define FIXED
#include "barrier_odd.c"

// The same with two threads.
// verdict: ok
// traces: 1
#define FIXED
#include "barrier_odd.c"

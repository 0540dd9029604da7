// The same with the second barrier.
// verdict: ok
// traces: 1
#define FIXED
#include "barrier_missing_round.c"

// The same with the second barrier.
// verdict: ok
#define FIXED
#include "barrier_missing_round.c"

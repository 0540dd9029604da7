// The same, and it expects nothing.
// verdict: ok
#define FIXED
#include "barrier_pairs.c"

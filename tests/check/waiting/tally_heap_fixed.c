// The same, and both take the lock.
// verdict: ok
#define FIXED
#include "tally_heap.c"

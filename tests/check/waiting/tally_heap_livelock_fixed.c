// The same, and the flag is set.
// verdict: ok
#define FIXED
#include "tally_heap_livelock.c"

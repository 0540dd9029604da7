// The same, and it never gives up: one execution.
// verdict: ok
#define FIXED
#include "spin_then_park.c"

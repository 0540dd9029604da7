// The same, and it never gives up.
// verdict: ok
#define FIXED
#include "spin_counts_yields.c"

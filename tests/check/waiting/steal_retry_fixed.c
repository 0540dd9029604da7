// The same, and the last item is taken by compare-and-swap.
// verdict: ok
#define FIXED
#include "steal_retry.c"

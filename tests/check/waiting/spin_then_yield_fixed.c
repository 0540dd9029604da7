// The same, and what is expected is written first.
// verdict: ok
#define FIXED
#include "spin_then_yield.c"

// The same, and there are at most three failures: each success fails those that have loaded before it.
// verdict: ok
#define FIXED
#include "cas_counted.c"

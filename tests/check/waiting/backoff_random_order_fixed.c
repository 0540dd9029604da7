// The same, and it is always the second one.
// verdict: ok
#define FIXED
#include "backoff_random_order.c"

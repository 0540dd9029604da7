// The same in the right order.
// verdict: ok
#define FIXED
#include "peterson_yield.c"

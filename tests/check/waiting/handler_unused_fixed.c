// The same, and the result is there before the flag is set.
// verdict: ok
#define FIXED
#include "handler_unused.c"

// The same with an argument.
// verdict: ok
#define FIXED
#include "poll_after_failure.c"

// The same, and the flag is set.
// verdict: ok
#define FIXED
#include "poll_long_pause.c"

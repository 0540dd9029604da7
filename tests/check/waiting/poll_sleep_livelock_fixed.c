// The same, and main sets the flag.
// verdict: ok
#define FIXED
#include "poll_sleep_livelock.c"

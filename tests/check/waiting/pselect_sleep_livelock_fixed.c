// The same, and main sets the flag.
// verdict: ok
#define FIXED
#include "pselect_sleep_livelock.c"

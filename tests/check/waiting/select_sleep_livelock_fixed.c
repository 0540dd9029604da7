// The same, and main sets the flag.
// verdict: ok
#define FIXED
#include "select_sleep_livelock.c"

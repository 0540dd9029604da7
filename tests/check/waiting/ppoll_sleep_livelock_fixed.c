// The same, and main sets the flag.
// verdict: ok
#define FIXED
#include "ppoll_sleep_livelock.c"

// The same with a thread that sets the flag.
// verdict: ok
#define FIXED
#include "poll_spin_lock.c"

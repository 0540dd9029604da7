// The fixed twin of poll_lock.c.
// verdict: ok
#define FIXED
#include "poll_lock.c"

// The fixed twin of poll_lock_tried.c.
// verdict: ok
#define FIXED
#include "poll_lock_tried.c"

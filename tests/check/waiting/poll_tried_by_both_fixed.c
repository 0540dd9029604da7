// The same with a thread that sets the flag.
// verdict: ok
#define FIXED
#include "poll_tried_by_both.c"

// The same, and one of them brings what the other one looks for.
// verdict: ok
#define FIXED
#include "poll_blocks_each_other.c"

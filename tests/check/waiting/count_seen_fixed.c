// The same where the count would have to be 2.
// verdict: ok
#define FIXED
#include "count_seen.c"

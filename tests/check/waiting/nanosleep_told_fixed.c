// The same, and it always sleeps for a second.
// verdict: ok
#define FIXED
#include "nanosleep_told.c"

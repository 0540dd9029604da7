// The same, and the thread knows that it has given up.
// verdict: ok
#define FIXED
#include "timedwait_gives_up.c"

// The same, and it waits for both.
// verdict: ok
#define FIXED
#include "timedwait_deadline.c"

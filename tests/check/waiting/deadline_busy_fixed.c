// The same, and the thread knows that time may be up.
// verdict: ok
#define FIXED
#include "deadline_busy.c"

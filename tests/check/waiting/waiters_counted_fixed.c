// The same where the flag is set whether someone waits or not.
// verdict: ok
#define FIXED
#include "waiters_counted.c"

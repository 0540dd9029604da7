// The same with a look under the lock.
// verdict: ok
#define FIXED
#include "race_left_behind.c"

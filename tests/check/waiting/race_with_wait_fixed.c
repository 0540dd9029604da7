// The other thread leaves the variable alone.
// verdict: ok
#define FIXED
#include "race_with_wait.c"

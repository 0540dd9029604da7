// The thread does not look at the variable while it waits.
// verdict: ok
#define FIXED
#include "race_on_local.c"

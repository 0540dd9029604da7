// The same, and it sleeps no longer then.
// verdict: ok
#define FIXED
#include "nanosleep_gives_up.c"

// The same, and errno is looked at only after failures.
// verdict: ok
#define FIXED
#include "errno_stale.c"

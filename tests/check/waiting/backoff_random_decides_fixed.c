// The same, and it does not look.
// verdict: ok
#define FIXED
#include "backoff_random_decides.c"

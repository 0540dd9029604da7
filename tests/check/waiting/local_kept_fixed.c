// The same, and it always fills it.
// verdict: ok
#define FIXED
#include "local_kept.c"

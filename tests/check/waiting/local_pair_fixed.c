// The same, and it may be larger.
// verdict: ok
#define FIXED
#include "local_pair.c"

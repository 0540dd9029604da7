// The same, and it never gives up.
// verdict: ok
#define FIXED
#include "yields_told.c"

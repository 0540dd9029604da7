// The same, and another thread writes what the thread looks for.
// verdict: ok
#define FIXED
#include "yields_too_long.c"

// The same, and the result is there before anything is told.
// verdict: ok
#define FIXED
#include "yields_longer.c"

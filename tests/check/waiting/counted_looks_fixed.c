// The same, and the result is there before anything is told.
// verdict: ok
#define FIXED
#include "counted_looks.c"

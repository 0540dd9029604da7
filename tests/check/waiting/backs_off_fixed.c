// The same, and the result is there before anything is told.
// verdict: ok
#define FIXED
#include "backs_off.c"

// The same, and they begin at 0.
// verdict: ok
#define FIXED
#include "tally_out_of_array.c"

// The same, without a bound, and main only prints it.
// verdict: ok
#define FIXED
#include "tally_argument.c"

// The same without a bound, and main does not ask how much it has printed.
// verdict: ok
#define FIXED
#include "tally_printed.c"

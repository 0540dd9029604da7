// The same without a bound, and main does not ask.
// verdict: ok
#define FIXED
#include "tally_told_result.c"

// The same, and main does not ask.
// verdict: ok
#define FIXED
#include "tally_asserted.c"

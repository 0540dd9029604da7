// The same, and nothing depends on it.
// verdict: ok
#define FIXED
#include "tally_told_union.c"

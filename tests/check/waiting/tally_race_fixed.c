// The same with an atomic counter.
// verdict: ok
#define FIXED
#include "tally_race.c"

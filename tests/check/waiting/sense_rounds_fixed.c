// The same in the right order.
// verdict: ok
#define FIXED
#include "sense_rounds.c"

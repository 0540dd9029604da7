// The same, and what is expected is written first.
// verdict: ok
#define FIXED
#include "pause_by_argument.c"

// The threads only read the variable.
// verdict: ok
#define FIXED
#include "race_in_vain.c"

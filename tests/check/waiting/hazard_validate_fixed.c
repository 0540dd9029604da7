// The same with the second look.
// verdict: ok
#define FIXED
#include "hazard_validate.c"

// The same, and the first thread sets what the other one looks at.
// verdict: ok
#define FIXED
#include "yield_forever.c"

// The same without the assertion. That the two never meet is possible, but it is not a livelock: when they do, they continue.
// verdict: ok
#define FIXED
#include "met_and_gave_up.c"

// The same without the assertion. That the two never meet is possible, but no livelock: whenever they do, they go on.
// verdict: ok
#define FIXED
#include "met_and_gave_up.c"

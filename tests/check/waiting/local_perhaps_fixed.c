// The same, and its own is cleared behind that.
// verdict: ok
#define FIXED
#include "local_perhaps.c"

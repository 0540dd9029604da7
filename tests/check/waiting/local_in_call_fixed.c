// The same, and it is filled again before it is read.
// verdict: ok
#define FIXED
#include "local_in_call.c"

// The same where main tells them to stop.
// verdict: ok
#define FIXED
#include "store_same.c"

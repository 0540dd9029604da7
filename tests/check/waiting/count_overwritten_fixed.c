// The same with an addition in place of the store.
// verdict: ok
#define FIXED
#include "count_overwritten.c"

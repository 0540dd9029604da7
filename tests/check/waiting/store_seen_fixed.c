// The same with updates in place of the stores.
// verdict: ok
#define FIXED
#include "store_seen.c"

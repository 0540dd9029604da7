// The same with an update in place of the store.
// verdict: ok
#define FIXED
#include "store_between.c"

// The same, and it does not remember it.
// verdict: ok
#define FIXED
#include "local_read_first.c"

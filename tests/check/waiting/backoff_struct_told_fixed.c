// The same, and it expects no more than there can be.
// verdict: ok
#define FIXED
#include "backoff_struct_told.c"

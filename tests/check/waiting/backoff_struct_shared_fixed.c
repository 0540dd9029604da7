// The same, and each thread has a struct of its own.
// verdict: ok
#define FIXED
#include "backoff_struct_shared.c"

// The same, and a thread that has failed three times does not enter.
// verdict: ok
#define FIXED
#include "backoff_struct_gives_up.c"

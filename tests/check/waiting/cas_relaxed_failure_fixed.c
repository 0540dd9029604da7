// The same where failed attempts acquire.
// verdict: ok
#define FIXED
#include "cas_relaxed_failure.c"

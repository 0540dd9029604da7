// The same with a writer that makes the number odd while it writes.
// verdict: ok
// check: --no-commute
#define FIXED
#include "seqlock_retry.c"

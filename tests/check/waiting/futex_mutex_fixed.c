// The same, and who goes to sleep has said so.
// verdict: ok
// check: --no-commute
#define FIXED
#include "futex_mutex.c"

// The same where readers swap what they have seen.
// verdict: ok
// check: --no-commute
#define FIXED
#include "rwlock_cas.c"

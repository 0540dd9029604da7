// The same where nothing is ever half-written.
// verdict: ok
#define FIXED
#include "vain_failure.c"

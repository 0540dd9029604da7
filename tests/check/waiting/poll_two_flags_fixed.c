// The same where no flag goes down: who has seen both has seen both up.
// verdict: ok
#define FIXED
#include "poll_two_flags.c"

// The same where the sleeper looks whether it was signalled before.
// verdict: ok
#define FIXED
#include "sleeper_unwoken.c"

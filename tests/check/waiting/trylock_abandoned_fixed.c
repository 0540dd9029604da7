// The same where it is released.
// verdict: ok
#define FIXED
#include "trylock_abandoned.c"

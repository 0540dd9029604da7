// The same with the wait.
// verdict: ok
#define FIXED
#include "lamport_polite.c"

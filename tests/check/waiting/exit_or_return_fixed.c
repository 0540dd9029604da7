// The same where main only returns: the thread that still waits then is left behind.
// verdict: ok
#define FIXED
#include "exit_or_return.c"

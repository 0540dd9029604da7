// The same, and only main changes the flag.
// verdict: ok
#define FIXED
#include "exit_of_main_livelock.c"

// The same, with the same order in both threads.
// verdict: ok
#define FIXED
#include "exit_of_main_deadlock.c"

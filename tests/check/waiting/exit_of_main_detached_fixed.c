// The same, and it looks first whether it has to wait.
// verdict: ok
#define FIXED
#include "exit_of_main_detached.c"

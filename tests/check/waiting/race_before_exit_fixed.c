// That the loop was left is told with release and acquire.
// verdict: ok
#define FIXED
#include "race_before_exit.c"

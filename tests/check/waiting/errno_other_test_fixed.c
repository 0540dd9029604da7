// The same, and the call has failed where errno is looked at.
// verdict: ok
#define FIXED
#include "errno_other_test.c"

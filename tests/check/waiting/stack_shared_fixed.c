// The same, and the first number may be larger.
// verdict: ok
#define FIXED
#include "stack_shared.c"

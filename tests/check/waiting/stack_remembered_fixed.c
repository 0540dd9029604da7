// The same, and it does not remember it.
// verdict: ok
#define FIXED
#include "stack_remembered.c"

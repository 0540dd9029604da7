// The same, and the other thread expects any note.
// verdict: ok
#define FIXED
#include "stack_told.c"

// The same, and main asserts only what holds at any time.
// verdict: ok
#define FIXED
#include "changed_back_for_ever.c"

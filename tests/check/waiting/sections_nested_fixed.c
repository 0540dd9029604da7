// The same in one order.
// verdict: ok
#define FIXED
#include "sections_nested.c"

// The same with versions.
// verdict: ok
#define FIXED
#include "treiber_aba.c"

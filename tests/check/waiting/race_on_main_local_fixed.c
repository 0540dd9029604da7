// Main looks at the flag only.
// verdict: ok
#define FIXED
#include "race_on_main_local.c"

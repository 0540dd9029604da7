// The same with the first wait.
// verdict: ok
#define FIXED
#include "bakery_lock.c"

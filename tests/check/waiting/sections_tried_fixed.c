// The same where the third thread waits.
// verdict: ok
#define FIXED
#include "sections_tried.c"

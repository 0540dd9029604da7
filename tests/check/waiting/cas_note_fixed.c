// The same, and the thread knows that it may have failed again.
// verdict: ok
#define FIXED
#include "cas_note.c"

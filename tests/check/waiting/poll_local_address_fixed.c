// The same, and the sender waits in the same way until there is room.
// verdict: ok
#define FIXED
#include "poll_local_address.c"

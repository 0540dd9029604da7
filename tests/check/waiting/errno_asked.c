// The same where errno is looked at after each failure, which has set it, and nowhere else.
// verdict: ok
#define ASKS
#include "errno_poll.c"

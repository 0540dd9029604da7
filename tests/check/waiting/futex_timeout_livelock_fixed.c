// The same, and main changes the word, without waking a sleeper up.
// verdict: ok
#define FIXED
#include "futex_timeout_livelock.c"

// The same where all accesses are within the sections: their order counts.
// verdict: ok
#define FIXED
#include "sections_hide_race.c"

// Lamport's bakery: see the program that this includes. All its variables are atomic, and no lock protects them.
// check -DN=2: ok
// check: ok
#include "../states/bakery.c"

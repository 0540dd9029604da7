// Other processes are refused, clearly.
// exit: 2
// stderr~ fork: there are no other processes
#include <unistd.h>

int main(void) {
    return fork() < 0;
}

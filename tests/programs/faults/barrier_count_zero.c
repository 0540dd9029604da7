// Makes a barrier for no threads.
#include <pthread.h>

int main(void)
{
    pthread_barrier_t barrier;
    pthread_barrier_init(&barrier, NULL, 0); //~ barrier-misuse
    return 0;
}

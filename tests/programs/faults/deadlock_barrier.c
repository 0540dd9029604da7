// A barrier for two threads is reached by one only.
#include <pthread.h>

int main(void)
{
    pthread_barrier_t barrier;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_barrier_wait(&barrier); //~ deadlock
    return 0;
}

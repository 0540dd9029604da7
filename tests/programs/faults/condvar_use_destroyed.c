// Signals a condition variable after it was destroyed.
#include <pthread.h>

int main(void)
{
    pthread_cond_t condition;
    pthread_cond_init(&condition, NULL);
    pthread_cond_destroy(&condition);
    pthread_cond_signal(&condition); //~ condvar-misuse
    return 0;
}

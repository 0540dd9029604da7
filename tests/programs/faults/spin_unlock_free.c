// Unlocks a spin lock that no thread holds.
#include <pthread.h>

int main(void)
{
    pthread_spinlock_t lock;
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_unlock(&lock); //~ mutex-misuse
    return 0;
}

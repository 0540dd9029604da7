// Posts a semaphore that was destroyed.
#include <semaphore.h>

int main(void)
{
    sem_t semaphore;
    sem_init(&semaphore, 0, 0);
    sem_destroy(&semaphore);
    sem_post(&semaphore); //~ semaphore-misuse
    return 0;
}

// Main waits for a semaphore that no thread posts.
#include <semaphore.h>

int main(void)
{
    sem_t semaphore;
    sem_init(&semaphore, 0, 1);
    sem_wait(&semaphore);
    sem_wait(&semaphore); //~ deadlock
    return 0;
}

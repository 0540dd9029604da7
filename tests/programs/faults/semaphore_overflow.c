// Posts a semaphore beyond its largest value.
#include <limits.h>
#include <semaphore.h>

int main(void)
{
    sem_t semaphore;
    sem_init(&semaphore, 0, SEM_VALUE_MAX);
    sem_post(&semaphore); //~ semaphore-misuse
    return 0;
}

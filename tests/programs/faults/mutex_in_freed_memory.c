// Unlocks a mutex in memory that was freed.
// levels: 0
#include <pthread.h>
#include <stdlib.h>

struct account { pthread_mutex_t mutex; long balance; };

int main(void)
{
    struct account *account = malloc(sizeof *account);
    pthread_mutex_init(&account->mutex, NULL);
    pthread_mutex_lock(&account->mutex);
    pthread_mutex_t *mutex = &account->mutex;
    free(account);
    pthread_mutex_unlock(mutex); //~ use-after-free
    return 0;
}

// What is looked at behind a call that may have failed is not only what that call has set: write() returns more than 0 where it has written something.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <unistd.h>

static sem_t semaphore;

static void *enter(void *arg)
{
    while (sem_trywait(&semaphore) != 0) {
    }
    sem_post(&semaphore);
#ifdef FIXED
    if (write(-1, ".", 1) == -1) assert(errno == EBADF);
#else
    if (write(STDOUT_FILENO, ".", 1) != 0) assert(errno != EAGAIN); //~ assertion
#endif
    return arg;
}

int main(void)
{
    pthread_t thread;
    sem_init(&semaphore, 0, 1);
    pthread_create(&thread, NULL, enter, NULL);
    while (sem_trywait(&semaphore) != 0) {
    }
    sem_post(&semaphore);
    pthread_join(thread, NULL);
    return 0;
}

// errno is looked at where a longjmp leads.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <stddef.h>

static sem_t semaphore;

static void poll(jmp_buf *back)
{
    while (sem_trywait(&semaphore) != 0) {
    }
    sem_post(&semaphore);
    longjmp(*back, 1);
}

static void *enter(void *arg)
{
    jmp_buf back;
    if (setjmp(back) == 0) {
        poll(&back);
        return arg;
    }
    assert(errno == 0); //~ assertion
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

// Named semaphores: creation, sharing by name, exclusive creation, unlinking.
// native: same
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <unistd.h>

// Names are shared by the whole machine, where another test may run at the same time.
static char name[40];
static int order[2], count;

static void *worker(void *unused)
{
    (void)unused;
    sem_t *same = sem_open(name, 0);
    order[count++] = 1;
    sem_post(same);
    sem_close(same);
    return NULL;
}

int main(void)
{
    snprintf(name, sizeof name, "/mazurka-test-semaphore-%d", (int)getpid());
    sem_unlink(name);
    sem_t *semaphore = sem_open(name, O_CREAT | O_EXCL, 0600, 0);
    printf("%d\n", semaphore != SEM_FAILED);
    errno = 0;
    sem_t *second = sem_open(name, O_CREAT | O_EXCL, 0600, 0);
    printf("%d %d\n", second == SEM_FAILED, errno == EEXIST);
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    sem_wait(semaphore);
    order[count++] = 2;
    pthread_join(thread, NULL);
    printf("%d %d\n", order[0], order[1]);
    printf("%d ", sem_close(semaphore));
    printf("%d ", sem_unlink(name));
    errno = 0;
    second = sem_open(name, 0);
    printf("%d %d\n", second == SEM_FAILED, errno == ENOENT);
    return 0;
}

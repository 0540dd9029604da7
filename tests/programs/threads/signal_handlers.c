// Signals from other threads: handlers run in the thread that they are sent to, interrupt what waits, and wake nothing else.
// native: same
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static pthread_t main_thread;
static sem_t posted, ready;
static atomic_int taken;
static _Thread_local volatile sig_atomic_t taken_here;
static pthread_t taker;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int go;

static void count(int number)
{
    (void)number;
    taken_here = 1;
    taker = pthread_self();
    taken++;
}

static void post(int number)
{
    (void)number;
    sem_post(&posted);
}

static void install(int number, void (*handler)(int), int flags)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    action.sa_flags = flags;
    sigaction(number, &action, NULL);
}

// Until the other thread has had the time to wait.
static void *send_to_main(void *signals)
{
    for (int *signal = signals; *signal; signal++) {
        usleep(100000);
        pthread_kill(main_thread, *signal);
    }
    return NULL;
}

static void *spin(void *unused)
{
    sem_post(&ready);
    while (!taken_here)
        ;
    return unused;
}

static void *wait_for_go(void *unused)
{
    pthread_mutex_lock(&mutex);
    sem_post(&ready);
    while (!go)
        pthread_cond_wait(&condition, &mutex);
    pthread_mutex_unlock(&mutex);
    return unused;
}

static void interrupts(void)
{
    pthread_t sender;
    int signals[] = {SIGUSR1, SIGUSR1, SIGUSR2, 0};
    sem_t never;
    sem_init(&never, 0, 0);
    pthread_create(&sender, NULL, send_to_main, signals);
    int result = sem_wait(&never);
    printf("sem_wait %d %d, taken %d\n", result, errno == EINTR, taken);
    result = pause();
    printf("pause %d %d, taken %d\n", result, errno == EINTR, taken);
    // Begun again: its handler posts what it waits for.
    result = sem_wait(&posted);
    printf("sem_wait %d, taken %d\n", result, taken);
    pthread_join(sender, NULL);
}

static void targets(void)
{
    pthread_t thread;
    taken = 0;
    pthread_create(&thread, NULL, spin, NULL);
    sem_wait(&ready);
    pthread_kill(thread, SIGUSR1);
    pthread_join(thread, NULL);
    printf("taken %d, by it %d\n", taken, pthread_equal(taker, thread));
    pthread_create(&thread, NULL, wait_for_go, NULL);
    sem_wait(&ready);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    pthread_kill(thread, SIGUSR1);
    while (taken < 2)
        ;
    pthread_mutex_lock(&mutex);
    go = 1;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    printf("taken %d, by it %d\n", taken, pthread_equal(taker, thread));
}

// Main blocks it, so the other thread takes what is sent to the process.
static void process(void)
{
    pthread_t thread;
    sigset_t set;
    taken = 0;
    pthread_create(&thread, NULL, spin, NULL);
    sem_wait(&ready);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    kill(getpid(), SIGUSR1);
    pthread_join(thread, NULL);
    printf("taken %d, by it %d\n", taken, pthread_equal(taker, thread));
    kill(getpid(), SIGUSR1);
    printf("taken %d\n", taken);
    sigdelset(&set, SIGUSR1);
    sigsuspend(&set);
    printf("taken %d\n", taken);
}

int main(void)
{
    main_thread = pthread_self();
    sem_init(&posted, 0, 0);
    sem_init(&ready, 0, 0);
    install(SIGUSR1, count, 0);
    install(SIGUSR2, post, SA_RESTART);
    interrupts();
    targets();
    process();
    return 0;
}

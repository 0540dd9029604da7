// Timers: alarm, setitimer and timer_create, once and again and again; signals, threads and nothing when they expire.
// native: same
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t count, code, value;
static sem_t expired;

static void handle(int number, siginfo_t *information, void *context)
{
    (void)number;
    (void)context;
    count++;
    code = information->si_code;
    value = information->si_value.sival_int;
}

static void in_thread(union sigval given)
{
    value = given.sival_int;
    sem_post(&expired);
}

static void wait_for(int number)
{
    sigset_t none;
    sigemptyset(&none);
    while (count < number)
        sigsuspend(&none);
}

static void alarms(void)
{
    printf("alarm %u ", alarm(100));
    printf("%u ", alarm(0));
    printf("%u\n", alarm(1));
    wait_for(1);
    printf("count %d, kernel %d, none left %u\n", count, code == SI_KERNEL, alarm(0));
}

static void intervals(void)
{
    struct itimerval timer = {{0, 20000}, {0, 10000}}, old;
    count = 0;
    printf("setitimer %d", setitimer(ITIMER_REAL, &timer, NULL));
    wait_for(3);
    memset(&timer, 0, sizeof timer);
    printf(" %d", setitimer(ITIMER_REAL, &timer, &old));
    printf(" interval %ld\n", (long)old.it_interval.tv_usec);
    printf("getitimer %d", getitimer(ITIMER_REAL, &timer));
    printf(" %ld %ld\n", (long)timer.it_value.tv_sec, (long)timer.it_value.tv_usec);
    timer.it_value.tv_usec = -1;
    printf("bad %d", setitimer(ITIMER_REAL, &timer, NULL));
    printf(" %d\n", errno == EINVAL);
}

static void posix_timers(void)
{
    timer_t timer;
    struct sigevent event;
    struct itimerspec soon = {{0, 0}, {0, 10000000}}, now;
    memset(&event, 0, sizeof event);
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = SIGRTMIN;
    event.sigev_value.sival_int = 7;
    count = 0;
    printf("timer_create %d", timer_create(CLOCK_MONOTONIC, &event, &timer));
    printf(" %d", timer_settime(timer, 0, &soon, NULL));
    wait_for(1);
    printf(" code %d, value %d, overrun %d", code == SI_TIMER, value, timer_getoverrun(timer));
    printf(", %d", timer_gettime(timer, &now));
    printf(" %ld, %d\n", (long)now.it_value.tv_nsec, timer_delete(timer));
    event.sigev_notify = SIGEV_THREAD;
    event.sigev_notify_function = in_thread;
    event.sigev_value.sival_int = 8;
    printf("thread %d", timer_create(CLOCK_REALTIME, &event, &timer));
    timer_settime(timer, 0, &soon, NULL);
    sem_wait(&expired);
    printf(" value %d, %d\n", value, timer_delete(timer));
    event.sigev_notify = SIGEV_NONE;
    printf("none %d", timer_create(CLOCK_MONOTONIC, &event, &timer));
    printf(" %d", timer_settime(timer, 0, &soon, NULL));
    printf(" %d\n", timer_delete(timer));
}

int main(void)
{
    struct sigaction action;
    sigset_t set;
    sem_init(&expired, 0, 0);
    memset(&action, 0, sizeof action);
    action.sa_sigaction = handle;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGALRM, &action, NULL);
    sigaction(SIGRTMIN, &action, NULL);
    sigemptyset(&set);
    sigaddset(&set, SIGALRM);
    sigaddset(&set, SIGRTMIN);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    alarms();
    intervals();
    posix_timers();
    return 0;
}

// Clocks only go forward, sleeping lets time pass, and the clocks agree with each other.
// native: same
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long long nanoseconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void monotonic(void)
{
    long long previous = nanoseconds(CLOCK_MONOTONIC);
    int backwards = 0;
    for (int i = 0; i < 100; i++) {
        long long now = nanoseconds(CLOCK_MONOTONIC);
        backwards += now < previous;
        previous = now;
    }
    printf("backwards %d\n", backwards);
}

static void sleeping(void)
{
    long long before = nanoseconds(CLOCK_MONOTONIC);
    struct timespec pause = { 0, 2000000 };
    printf("%d ", nanosleep(&pause, NULL));
    long long slept = nanoseconds(CLOCK_MONOTONIC) - before;
    printf("%d ", slept >= 2000000);
    before = nanoseconds(CLOCK_MONOTONIC);
    printf("%d ", usleep(1500));
    printf("%d ", nanoseconds(CLOCK_MONOTONIC) - before >= 1500000);
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += 1000000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    printf("%d ", clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL));
    struct timespec invalid = { 0, 1000000000 };
    errno = 0;
    int code = nanosleep(&invalid, NULL);
    printf("%d %d\n", code, errno == EINVAL);
    printf("%u\n", sleep(0));
    // What would be left is told only to those who are interrupted: the request may be in its place.
    before = nanoseconds(CLOCK_MONOTONIC);
    printf("%d ", nanosleep(&pause, &pause));
    printf("%d ", clock_nanosleep(CLOCK_MONOTONIC, 0, &pause, &pause));
    slept = nanoseconds(CLOCK_MONOTONIC) - before;
    printf("%d %ld %ld\n", slept >= 4000000, (long)pause.tv_sec, pause.tv_nsec);
}

static void agreement(void)
{
    time_t now = time(NULL), stored;
    struct timeval day;
    struct timespec standard;
    printf("%d ", time(&stored) == stored);
    printf("%d ", gettimeofday(&day, NULL));
    printf("%d ", timespec_get(&standard, TIME_UTC) == TIME_UTC);
    long long real = nanoseconds(CLOCK_REALTIME) / 1000000000;
    printf("%d %d %d\n", real - now <= 5, day.tv_sec - now <= 5, standard.tv_sec - now <= 5);
    printf("%d %d\n", day.tv_usec >= 0 && day.tv_usec < 1000000, clock() >= 0);
    struct timespec resolution;
    printf("%d ", clock_getres(CLOCK_MONOTONIC, &resolution));
    printf("%d\n", resolution.tv_sec == 0);
}

int main(void)
{
    monotonic();
    sleeping();
    agreement();
    return 0;
}

// Signals that are blocked and waited for: sent to the process, to a thread, and to oneself.
// native: same
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static sigset_t set;

static void *waiter(void *arg) {
    int number = 0, error = sigwait(&set, &number);
    *(int *)arg = error ? -error : number;
    return arg;
}

int main(void) {
    sigset_t old, pending;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigaddset(&set, SIGUSR2);
    sigaddset(&set, SIGTERM);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL); // The mask is inherited from whoever starts the test.
    printf("%d ", pthread_sigmask(SIG_BLOCK, &set, &old));
    printf("%d ", sigismember(&old, SIGUSR1));
    sigprocmask(SIG_SETMASK, NULL, &old);
    printf("%d\n", sigismember(&old, SIGUSR1));
    struct timespec none = {0, 0}, soon = {0, 1000000};
    siginfo_t info;
    printf("%d ", sigtimedwait(&set, &info, &none));
    printf("%d ", errno == EAGAIN);
    printf("%d\n", sigtimedwait(&set, NULL, &soon));
    printf("%d ", kill(getpid(), SIGUSR1));
    printf("%d ", raise(SIGUSR2));
    sigpending(&pending);
    printf("%d %d %d\n", sigismember(&pending, SIGUSR1), sigismember(&pending, SIGUSR2), sigismember(&pending, SIGTERM));
    printf("%d ", sigwaitinfo(&set, &info) == SIGUSR1);
    printf("%d ", info.si_signo == SIGUSR1);
    printf("%d\n", sigtimedwait(&set, &info, &soon) == SIGUSR2);
    pthread_t thread;
    int number = 0;
    pthread_create(&thread, NULL, waiter, &number);
    printf("%d ", pthread_kill(thread, SIGTERM));
    pthread_join(thread, NULL);
    printf("%d\n", number == SIGTERM);
    pthread_create(&thread, NULL, waiter, &number);
    printf("%d ", kill(0, 0));
    printf("%d ", kill(getpid(), SIGUSR2));
    pthread_join(thread, NULL);
    printf("%d\n", number == SIGUSR2);
    printf("%d ", kill(getpid(), 12345));
    printf("%d ", errno == EINVAL);
    printf("%d\n", pthread_kill(pthread_self(), 12345) == EINVAL);
    signal(SIGUSR1, SIG_IGN);
    printf("%d ", pthread_sigmask(SIG_UNBLOCK, &set, NULL));
    printf("%d ", pthread_kill(pthread_self(), SIGUSR1));
    printf("%d\n", raise(SIGCHLD));
    return 0;
}

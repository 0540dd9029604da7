// The signal interface: handlers are installed and returned, sets are manipulated, masks are kept; nothing is delivered.
// native: same
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static void handler(int number) { (void)number; }

int main(void)
{
    printf("%d ", signal(SIGUSR1, handler) == SIG_DFL);
    printf("%d ", signal(SIGUSR1, SIG_IGN) == handler);
    printf("%d\n", signal(SIGUSR1, SIG_DFL) == SIG_IGN);
    struct sigaction action, old;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    printf("%d ", sigaction(SIGUSR2, &action, NULL));
    printf("%d ", sigaction(SIGUSR2, NULL, &old));
    printf("%d\n", old.sa_handler == handler);
    old.sa_handler = SIG_IGN;
    printf("%d ", sigaction(SIGUSR2, &old, &old));
    printf("%d ", old.sa_handler == handler);
    printf("%d ", sigaction(SIGUSR2, NULL, &old));
    printf("%d\n", old.sa_handler == SIG_IGN);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigdelset(&set, SIGINT);
    printf("%d %d ", sigismember(&set, SIGINT), sigismember(&set, SIGTERM));
    sigfillset(&set);
    printf("%d\n", sigismember(&set, SIGHUP));
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    printf("%d ", pthread_sigmask(SIG_BLOCK, &set, NULL));
    printf("%d\n", sigprocmask(SIG_UNBLOCK, &set, NULL));
    printf("%d\n", signal(SIGPIPE, SIG_IGN) != SIG_ERR);
    return 0;
}

// Handlers run: at raise, when a signal is unblocked, one inside of another, with their masks, and once only.
// native: same
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t depth;

static int blocks(int number)
{
    sigset_t set;
    sigprocmask(SIG_BLOCK, NULL, &set);
    return sigismember(&set, number);
}

static void show(int number)
{
    printf("%*s%d: depth %d, blocks itself %d\n", 2 * depth, "", number, depth, blocks(number));
}

static void nested(int number)
{
    depth++;
    show(number);
    if (depth < 3)
        raise(SIGUSR2);
    depth--;
}

static void informed(int number, siginfo_t *information, void *context)
{
    printf("%d: %d, code %d, own process %d, value %d, context %d\n", number, information->si_signo,
           information->si_code, information->si_pid == getpid(), information->si_value.sival_int, context != NULL);
}

static void install(int number, void (*handler)(int), int flags, int masked)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    action.sa_flags = flags;
    sigemptyset(&action.sa_mask);
    if (masked)
        sigaddset(&action.sa_mask, masked);
    if (sigaction(number, &action, NULL) != 0)
        printf("sigaction: %s\n", strerror(errno));
}

static void masks(void)
{
    sigset_t set, pending, old;
    install(SIGUSR1, nested, 0, SIGUSR2);
    install(SIGUSR2, show, 0, 0);
    puts("masked inside of the handler:");
    raise(SIGUSR1);
    puts("not masked:");
    install(SIGUSR1, nested, SA_NODEFER, 0);
    raise(SIGUSR1);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigaddset(&set, SIGUSR2);
    pthread_sigmask(SIG_BLOCK, &set, &old);
    puts("blocked:");
    raise(SIGUSR2);
    raise(SIGUSR2);
    kill(getpid(), SIGUSR1);
    sigpending(&pending);
    printf("pending %d %d\n", sigismember(&pending, SIGUSR1), sigismember(&pending, SIGUSR2));
    depth = 2;
    sigprocmask(SIG_SETMASK, &old, NULL);
    depth = 0;
    puts("unblocked");
}

static void kinds(void)
{
    struct sigaction action, old;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = informed;
    action.sa_flags = SA_SIGINFO | SA_RESETHAND;
    sigaction(SIGTERM, &action, NULL);
    printf("kill %d\n", kill(getpid(), SIGTERM));
    sigaction(SIGTERM, NULL, &old);
    printf("default again %d\n", old.sa_handler == SIG_DFL);
    sigaction(SIGRTMIN, &action, NULL);
    union sigval value = {.sival_int = 42};
    printf("sigqueue %d\n", sigqueue(getpid(), SIGRTMIN, value));
    sigaction(SIGINT, &action, NULL);
    printf("pthread_kill %d\n", pthread_kill(pthread_self(), SIGINT));
    printf("none %d, bad %d", kill(getpid(), 0), kill(getpid(), 100));
    printf(" %d %d\n", errno, pthread_kill(pthread_self(), -1));
    errno = 0;
    printf("never %d", signal(SIGKILL, show) == SIG_ERR);
    printf(" %d\n", errno);
    signal(SIGHUP, SIG_DFL); /* nohup ignores it */
    printf("%d ", signal(SIGHUP, show) == SIG_DFL);
    printf("%d\n", signal(SIGHUP, SIG_IGN) == show);
    raise(SIGHUP);
    raise(SIGCHLD);
}

static void suspended(void)
{
    sigset_t set, none;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR2);
    sigprocmask(SIG_BLOCK, &set, NULL);
    raise(SIGUSR2);
    sigemptyset(&none);
    puts("suspended:");
    printf("%d", sigsuspend(&none));
    printf(" %d, blocked again %d\n", errno == EINTR, blocks(SIGUSR2));
    sigprocmask(SIG_UNBLOCK, &set, NULL);
}

int main(void)
{
    masks();
    kinds();
    suspended();
    return 0;
}

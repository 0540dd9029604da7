// ppoll, pselect and epoll_pwait wait with a mask of their own: a signal that it lets through ends the call, unless a file is
// ready.
// native: same
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t handled;
static int ends[2], events;
static sigset_t none, usr1;
static const struct timespec at_once = { 0, 0 };

static void handle(int signal)
{
    handled++;
}

static int poll_file(const struct timespec *timeout, const sigset_t *mask)
{
    struct pollfd entry = { .fd = ends[0], .events = POLLIN };
    return ppoll(&entry, 1, timeout, mask);
}

static int select_file(const struct timespec *timeout, const sigset_t *mask)
{
    fd_set set;
    FD_ZERO(&set);
    FD_SET(ends[0], &set);
    return pselect(ends[0] + 1, &set, NULL, NULL, timeout, mask);
}

static int epoll_file(const struct timespec *timeout, const sigset_t *mask)
{
    struct epoll_event event;
    return epoll_pwait(events, &event, 1, timeout ? 0 : -1, mask);
}

typedef int wait_for_file(const struct timespec *, const sigset_t *);

static void try(wait_for_file *wait, const struct timespec *timeout, const sigset_t *mask)
{
    errno = 0;
    handled = 0;
    int result = wait(timeout, mask);
    int interrupted = errno == EINTR;
    sigset_t blocked, pending;
    sigprocmask(SIG_BLOCK, NULL, &blocked);
    sigpending(&pending);
    printf(" [%d %d, handled %d, blocked %d, pending %d]", result, interrupted, (int)handled,
           sigismember(&blocked, SIGUSR1), sigismember(&pending, SIGUSR1));
}

static pthread_t main_thread;

static void *interrupt(void *unused)
{
    pthread_kill(main_thread, SIGUSR1);
    return NULL;
}

static void all(const char *name, wait_for_file *wait)
{
    char byte;
    printf("%s:", name);
    raise(SIGUSR1);
    try(wait, &at_once, NULL);
    try(wait, &at_once, &none);
    raise(SIGUSR1);
    try(wait, NULL, &none);
    raise(SIGUSR1);
    write(ends[1], "x", 1);
    try(wait, NULL, &none);
    read(ends[0], &byte, 1);
    try(wait, NULL, &none);
    pthread_t thread;
    pthread_create(&thread, NULL, interrupt, NULL);
    try(wait, NULL, &none);
    pthread_join(thread, NULL);
    printf("\n");
}

int main(void)
{
    main_thread = pthread_self();
    pipe(ends);
    events = epoll_create1(0);
    struct epoll_event event = { .events = EPOLLIN };
    epoll_ctl(events, EPOLL_CTL_ADD, ends[0], &event);
    struct sigaction action = { .sa_handler = handle };
    sigaction(SIGUSR1, &action, NULL);
    sigemptyset(&none);
    sigemptyset(&usr1);
    sigaddset(&usr1, SIGUSR1);
    sigprocmask(SIG_BLOCK, &usr1, NULL);
    all("ppoll", poll_file);
    all("pselect", select_file);
    all("epoll_pwait", epoll_file);

    /* What only the mask of the call blocks is taken after it. */
    sigprocmask(SIG_SETMASK, &none, NULL);
    write(ends[1], "x", 1);
    try(poll_file, NULL, &usr1);
    try(poll_file, &at_once, &usr1);
    printf("\n");
    return 0;
}

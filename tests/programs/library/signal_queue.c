// Signals of the queued kind: each is taken, in the order of sending, with its value; and what a broken pipe sends.
// native: same
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

static volatile sig_atomic_t handled, last;

static void count(int signal, siginfo_t *information, void *context)
{
    handled++;
    last = 10 * last + information->si_value.sival_int;
}

static void note(int signal)
{
    handled++;
    last = signal;
}

static void queue(int signal, int value)
{
    union sigval with = { .sival_int = value };
    sigqueue(getpid(), signal, with);
}

static void broken(int descriptor)
{
    errno = 0;
    handled = 0;
    long written = write(descriptor, "x", 1);
    printf("write %ld, broken %d, handled %d\n", written, errno == EPIPE, (int)handled);
}

int main(void)
{
    sigset_t set, old;
    sigemptyset(&set);
    sigaddset(&set, SIGRTMIN);
    sigaddset(&set, SIGRTMIN + 1);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_BLOCK, &set, &old);
    queue(SIGRTMIN + 1, 7);
    for (int value = 1; value <= 3; value++)
        queue(SIGRTMIN, value);
    queue(SIGUSR1, 8);
    queue(SIGUSR1, 9);
    siginfo_t information;
    struct timespec none = { 0, 0 };
    int signal;
    while ((signal = sigtimedwait(&set, &information, &none)) > 0)
        printf("%s %d\n", signal == SIGUSR1 ? "usr" : signal == SIGRTMIN ? "min" : "next",
               information.si_value.sival_int);

    struct sigaction action = { .sa_sigaction = count, .sa_flags = SA_SIGINFO };
    sigaction(SIGRTMIN, &action, NULL);
    for (int value = 4; value <= 6; value++)
        queue(SIGRTMIN, value);
    printf("blocked %d\n", (int)handled);
    sigset_t pending;
    sigpending(&pending);
    printf("pending %d %d\n", sigismember(&pending, SIGRTMIN), sigismember(&pending, SIGUSR1));
    sigprocmask(SIG_SETMASK, &old, NULL);
    printf("handled %d, in order %d\n", (int)handled, (int)last);

    int ends[2], pair[2];
    pipe(ends);
    socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
    close(ends[0]);
    close(pair[0]);
    struct sigaction by_handler = { .sa_handler = note };
    sigaction(SIGPIPE, &by_handler, NULL);
    broken(ends[1]);
    printf("signal %d\n", last == SIGPIPE);
    broken(pair[1]);
    handled = 0;
    printf("send %ld", (long)send(pair[1], "x", 1, MSG_NOSIGNAL));
    printf(", handled %d\n", (int)handled);
    sigemptyset(&set);
    sigaddset(&set, SIGPIPE);
    sigprocmask(SIG_BLOCK, &set, &old);
    broken(ends[1]);
    sigprocmask(SIG_SETMASK, &old, NULL);
    printf("unblocked %d\n", (int)handled);
    by_handler.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &by_handler, NULL);
    broken(ends[1]);
    return 0;
}

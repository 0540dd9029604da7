// eventfd, timerfd, poll, select and epoll on pipes and counters.
// native: same
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <sys/timerfd.h>
#include <unistd.h>

static void counters(void) {
    eventfd_t value = 0;
    int fd = eventfd(3, EFD_NONBLOCK);
    printf("%d", eventfd_write(fd, 4));
    printf(" %d", eventfd_read(fd, &value));
    printf(" %d", (int)value);
    printf(" %d", eventfd_read(fd, &value));
    printf(" %d\n", errno == EAGAIN);
    printf("%d", (int)write(fd, "short", 5));
    printf(" %d\n", errno == EINVAL);
    uint64_t most = UINT64_MAX - 1;
    printf("%d", (int)write(fd, &most, 8));
    printf(" %d", (int)write(fd, &most, 8));
    printf(" %d\n", errno == EAGAIN);
    int semaphore = eventfd(2, EFD_SEMAPHORE | EFD_NONBLOCK);
    for (int i = 0; i < 3; i++)
        printf("%d ", eventfd_read(semaphore, &value));
    printf("\n");
    close(fd);
    close(semaphore);
}

static void polls(int *ends) {
    struct pollfd entries[3] = {{ends[0], POLLIN, 7}, {ends[1], POLLOUT, 7}, {-1, POLLIN, 7}};
    printf("%d", poll(entries, 3, 0));
    printf(" %x %x %x\n", entries[0].revents, entries[1].revents, entries[2].revents);
    write(ends[1], "x", 1);
    struct timespec no_time = {0, 0};
    printf("%d", ppoll(entries, 2, &no_time, NULL));
    printf(" %x %x\n", entries[0].revents, entries[1].revents);
    entries[0].fd = 99;
    printf("%d", poll(entries, 1, 10));
    printf(" %x\n", entries[0].revents);
    char byte;
    read(ends[0], &byte, 1);
    int other[2];
    pipe(other);
    close(other[1]);
    struct pollfd closed = {other[0], POLLIN, 0};
    printf("%d", poll(&closed, 1, 0));
    printf(" %x\n", closed.revents);
    close(other[0]);
    closed = (struct pollfd){ends[0], POLLIN, 0};
    printf("%d\n", poll(&closed, 1, 20));
}

static void selects(int *ends) {
    fd_set in, out;
    FD_ZERO(&in);
    FD_ZERO(&out);
    FD_SET(ends[0], &in);
    FD_SET(ends[1], &out);
    struct timeval soon = {0, 1000};
    printf("%d", select(ends[1] + 1, &in, &out, NULL, &soon));
    printf(" %d %d\n", FD_ISSET(ends[0], &in), FD_ISSET(ends[1], &out));
    write(ends[1], "x", 1);
    FD_ZERO(&in);
    FD_SET(ends[0], &in);
    printf("%d", pselect(ends[0] + 1, &in, NULL, NULL, NULL, NULL));
    printf(" %d\n", FD_ISSET(ends[0], &in));
    // Linux does not look at descriptors beyond the process's table, so this one was open before.
    int closed = dup(ends[0]);
    close(closed);
    FD_ZERO(&in);
    FD_SET(closed, &in);
    printf("%d", select(closed + 1, &in, NULL, NULL, NULL));
    printf(" %d\n", errno == EBADF);
    char byte;
    read(ends[0], &byte, 1);
    struct timeval none = {0, 0};
    printf("%d\n", select(0, NULL, NULL, NULL, &none));
}

static int waits(int epoll) {
    struct epoll_event events[4];
    int count = epoll_wait(epoll, events, 4, 0);
    printf("%d", count);
    for (int i = 0; i < count; i++)
        printf(" %x/%d", events[i].events, events[i].data.fd);
    printf("\n");
    return count;
}

static void epolls(int *ends) {
    int epoll = epoll_create1(0), counter = eventfd(0, 0);
    struct epoll_event event = {EPOLLIN, {.fd = 1}}, edge = {EPOLLIN | EPOLLET, {.fd = 2}};
    printf("%d\n", epoll_ctl(epoll, EPOLL_CTL_ADD, ends[0], &event));
    printf("%d", epoll_ctl(epoll, EPOLL_CTL_ADD, ends[0], &event));
    printf(" %d\n", errno == EEXIST);
    printf("%d\n", epoll_ctl(epoll, EPOLL_CTL_ADD, counter, &edge));
    waits(epoll);
    write(ends[1], "ab", 2);
    waits(epoll);
    waits(epoll);
    eventfd_write(counter, 1);
    waits(epoll);
    waits(epoll);
    eventfd_write(counter, 1);
    waits(epoll);
    event.events = EPOLLIN | EPOLLONESHOT;
    printf("%d\n", epoll_ctl(epoll, EPOLL_CTL_MOD, ends[0], &event));
    waits(epoll);
    waits(epoll);
    printf("%d\n", epoll_ctl(epoll, EPOLL_CTL_DEL, ends[0], NULL));
    printf("%d", epoll_ctl(epoll, EPOLL_CTL_DEL, ends[0], NULL));
    printf(" %d\n", errno == ENOENT);
    printf("%d", epoll_wait(epoll, &event, 0, 0));
    printf(" %d\n", errno == EINVAL);
    printf("%d", epoll_ctl(epoll, EPOLL_CTL_ADD, 99, &event));
    printf(" %d\n", errno == EBADF);
    int file = open("/tmp", O_RDONLY);
    printf("%d", epoll_ctl(epoll, EPOLL_CTL_ADD, file, &event));
    printf(" %d\n", errno == EPERM);
    close(file);
    close(counter);
    waits(epoll);
    close(epoll);
}

static void timers(void) {
    int fd = timerfd_create(CLOCK_MONOTONIC, 0);
    struct itimerspec time = {{0, 0}, {0, 2000000}}, old;
    uint64_t times = 0;
    printf("%d", timerfd_settime(fd, 0, &time, NULL));
    printf(" %d", (int)read(fd, &times, 8));
    printf(" %d\n", (int)times);
    printf("%d", timerfd_gettime(fd, &old));
    printf(" %d\n", old.it_value.tv_nsec == 0);
    time.it_value.tv_nsec = 1000000;
    timerfd_settime(fd, 0, &time, NULL);
    struct pollfd entry = {fd, POLLIN, 0};
    printf("%d", poll(&entry, 1, -1));
    printf(" %x\n", entry.revents);
    printf("%d\n", (int)read(fd, &times, 8));
    int late = timerfd_create(CLOCK_REALTIME, TFD_NONBLOCK);
    time.it_value = (struct timespec){1000, 0};
    timerfd_settime(late, 0, &time, NULL);
    printf("%d", (int)read(late, &times, 8));
    printf(" %d\n", errno == EAGAIN);
    timerfd_gettime(late, &old);
    printf("%d\n", old.it_value.tv_sec >= 998);
    close(late);
    close(fd);
}

int main(void) {
    int ends[2];
    pipe(ends);
    counters();
    polls(ends);
    selects(ends);
    epolls(ends);
    timers();
    return 0;
}

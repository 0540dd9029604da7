// What is the same in every run here and differs from system to system: loads, users, terminals, symbols.
// stdout: loads 2 0.0 0.0, most 3
// stdout: login root, groups 0
// stdout: no terminal 1
// stdout: dlvsym 1, said 1, once 1
// stdout: dladdr 0
// stdout: epoll_pwait 0 1 7
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

int main(void)
{
    double loads[4];
    int two = getloadavg(loads, 2);
    printf("loads %d %.1f %.1f, most %d\n", two, loads[0], loads[1], getloadavg(loads, 4));
    gid_t groups[4];
    printf("login %s, groups %d\n", getlogin(), getgroups(4, groups));
    char *name = ttyname(0);
    printf("no terminal %d\n", name == NULL && errno == ENOTTY);
    void *symbol = dlvsym(RTLD_DEFAULT, "no_such_symbol", "GLIBC_2.2.5");
    int said = dlerror() != NULL;
    printf("dlvsym %d, said %d, once %d\n", symbol == NULL, said, dlerror() == NULL);
    Dl_info information;
    printf("dladdr %d\n", dladdr((void *)loads, &information));
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = 7}, found = {0};
    int queue = epoll_create1(0), events = eventfd(0, 0);
    epoll_ctl(queue, EPOLL_CTL_ADD, events, &event);
    printf("epoll_pwait %d ", epoll_pwait(queue, &found, 1, 0, NULL));
    eventfd_write(events, 1);
    printf("%d ", epoll_pwait(queue, &found, 1, -1, NULL));
    printf("%u\n", (unsigned)found.data.u32);
    return 0;
}

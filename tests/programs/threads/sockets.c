// Sockets between threads: pairs of streams and of messages, connections by name and by port.
// native: same
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static void pairs(void) {
    int ends[2];
    char text[16] = "";
    printf("%d\n", socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
    printf("%d", (int)write(ends[0], "hello", 5));
    printf(" %d", (int)send(ends[0], " you", 4, 0));
    printf(" %d", (int)recv(ends[1], text, 3, MSG_PEEK));
    printf(" %d %s\n", (int)read(ends[1], text, 15), text);
    printf("%d", (int)recv(ends[1], text, 15, MSG_DONTWAIT));
    printf(" %d\n", errno == EAGAIN);
    write(ends[1], "back", 4);
    printf("%d\n", shutdown(ends[1], SHUT_WR));
    memset(text, 0, sizeof text);
    printf("%d %s", (int)read(ends[0], text, 15), text);
    printf(" %d\n", (int)read(ends[0], text, 15));
    printf("%d", (int)send(ends[1], "x", 1, MSG_NOSIGNAL));
    printf(" %d\n", errno == EPIPE);
    close(ends[1]);
    printf("%d", (int)send(ends[0], "x", 1, MSG_NOSIGNAL));
    printf(" %d\n", errno == EPIPE);
    close(ends[0]);
    printf("%d\n", socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends));
    write(ends[0], "first", 5);
    write(ends[0], "second", 6);
    memset(text, 0, sizeof text);
    printf("%d", (int)read(ends[1], text, 3));
    printf(" %s", text);
    printf(" %d", (int)read(ends[1], text, 15));
    printf(" %s\n", text);
    struct iovec pieces[2] = {{"a", 1}, {"bc", 2}};
    struct msghdr message = {.msg_iov = pieces, .msg_iovlen = 2};
    printf("%d", (int)sendmsg(ends[0], &message, 0));
    char one, two[4] = "";
    struct iovec into[2] = {{&one, 1}, {two, 3}};
    message = (struct msghdr){.msg_iov = into, .msg_iovlen = 2};
    printf(" %d", (int)recvmsg(ends[1], &message, 0));
    printf(" %c %s\n", one, two);
    struct stat status;
    fstat(ends[0], &status);
    printf("%d\n", S_ISSOCK(status.st_mode));
    close(ends[0]);
    close(ends[1]);
}

static struct sockaddr_un name;
static struct sockaddr_in port;

static void *client(void *arg) {
    int fd = socket(arg ? AF_INET : AF_UNIX, SOCK_STREAM, 0);
    int error = arg ? connect(fd, (struct sockaddr *)&port, sizeof port)
                    : connect(fd, (struct sockaddr *)&name, sizeof name);
    if (error)
        return "not connected";
    char text[8] = "";
    write(fd, "ping", 4);
    read(fd, text, 4);
    close(fd);
    return strcmp(text, "pong") ? "wrong" : "answered";
}

static void serve(int fd, void *arg) {
    pthread_t thread;
    void *result;
    printf("%d\n", listen(fd, 5));
    pthread_create(&thread, NULL, client, arg);
    int connection = accept(fd, NULL, NULL);
    char text[8] = "";
    printf("%d", (int)read(connection, text, 4));
    printf(" %s", text);
    printf(" %d", (int)write(connection, "pong", 4));
    printf(" %d\n", (int)read(connection, text, 4));
    pthread_join(thread, &result);
    printf("%s\n", (char *)result);
    close(connection);
    close(fd);
}

int main(void) {
    signal(SIGPIPE, SIG_IGN);
    pairs();
    name.sun_family = AF_UNIX;
    char folder[] = "/tmp/socketXXXXXX";
    if (!mkdtemp(folder))
        return 1;
    snprintf(name.sun_path, sizeof name.sun_path, "%s/name", folder);
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    printf("%d", connect(fd, (struct sockaddr *)&name, sizeof name));
    printf(" %d\n", errno == ENOENT);
    printf("%d", bind(fd, (struct sockaddr *)&name, sizeof name));
    int again = socket(AF_UNIX, SOCK_STREAM, 0);
    printf(" %d", bind(again, (struct sockaddr *)&name, sizeof name));
    printf(" %d\n", errno == EADDRINUSE);
    printf("%d", connect(again, (struct sockaddr *)&name, sizeof name));
    printf(" %d\n", errno == ECONNREFUSED);
    close(again);
    serve(fd, NULL);
    unlink(name.sun_path);
    rmdir(folder);
    fd = socket(AF_INET, SOCK_STREAM, 0);
    port.sin_family = AF_INET;
    port.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int on = 1;
    printf("%d", setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on));
    printf(" %d", bind(fd, (struct sockaddr *)&port, sizeof port));
    socklen_t length = sizeof port;
    printf(" %d", getsockname(fd, (struct sockaddr *)&port, &length));
    printf(" %d %d\n", length == sizeof port, port.sin_port != 0);
    serve(fd, &port);
    printf("%d", getsockname(0, (struct sockaddr *)&port, &length));
    printf(" %d\n", errno == ENOTSOCK || errno == EBADF);
    return 0;
}

// Datagrams between sockets with names: in the file system, and at ports of the loopback interface.
// native: same
#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static struct sockaddr_in at_port(int socket) {
    struct sockaddr_in name;
    socklen_t length = sizeof name;
    getsockname(socket, (struct sockaddr *)&name, &length);
    return name;
}

static int bound(void) {
    struct sockaddr_in name = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int s = socket(AF_INET, SOCK_DGRAM, 0);
    printf("bind %d\n", bind(s, (struct sockaddr *)&name, sizeof name));
    return s;
}

static void ports(void) {
    int a = bound(), b = bound();
    struct sockaddr_in to_b = at_port(b), name_a = at_port(a), from;
    printf("ports differ %d\n", to_b.sin_port != name_a.sin_port);
    printf("%zd\n", sendto(a, "first", 5, 0, (struct sockaddr *)&to_b, sizeof to_b));
    printf("%zd\n", sendto(a, "second", 6, 0, (struct sockaddr *)&to_b, sizeof to_b));
    printf("%zd\n", sendto(a, "", 0, 0, (struct sockaddr *)&to_b, sizeof to_b));
    struct pollfd readable = {.fd = b, .events = POLLIN};
    printf("poll %d", poll(&readable, 1, 0));
    printf(" %d\n", readable.revents == POLLIN);
    char text[16];
    for (int i = 0; i < 3; i++) {
        socklen_t length = sizeof from;
        memset(&from, 0, sizeof from);
        ssize_t count = recvfrom(b, text, i == 1 ? 3 : sizeof text, 0, (struct sockaddr *)&from, &length);
        printf("%zd %.*s %d %d\n", count, (int)count, text, length == sizeof from,
               from.sin_port == name_a.sin_port && from.sin_addr.s_addr == htonl(INADDR_LOOPBACK));
    }
    printf("%zd", recv(b, text, sizeof text, MSG_DONTWAIT));
    printf(" %d\n", errno == EAGAIN);
    // A connected socket sends without a name, and hears its peer alone.
    printf("connect %d\n", connect(b, (struct sockaddr *)&name_a, sizeof name_a));
    printf("%zd\n", send(b, "answer", 6, 0));
    printf("%zd\n", write(b, "more", 4));
    int c = bound();
    printf("%zd\n", sendto(c, "stranger", 8, 0, (struct sockaddr *)&to_b, sizeof to_b));
    printf("%zd", recv(b, text, sizeof text, MSG_DONTWAIT));
    printf(" %d\n", errno == EAGAIN);
    printf("%zd", recv(a, text, sizeof text, MSG_PEEK));
    printf(" %zd\n", read(a, text, sizeof text));
    printf("%zd\n", read(a, text, sizeof text));
    errno = 0;
    ssize_t sent = send(a, "nowhere", 7, 0);
    printf("%zd %d\n", sent, errno == EDESTADDRREQ);
    int listened = listen(a, 1);
    printf("%d %d\n", listened, errno == EOPNOTSUPP);
    close(a);
    close(b);
    close(c);
}

static void paths(void) {
    struct sockaddr_un name = {.sun_family = AF_UNIX, .sun_path = "datagrams.socket"};
    unlink(name.sun_path);
    int server = socket(AF_UNIX, SOCK_DGRAM, 0), client = socket(AF_UNIX, SOCK_DGRAM, 0);
    ssize_t sent = sendto(client, "x", 1, 0, (struct sockaddr *)&name, sizeof name);
    printf("%zd %d\n", sent, errno == ENOENT);
    printf("%d\n", bind(server, (struct sockaddr *)&name, sizeof name));
    struct iovec pieces[2] = {{"he", 2}, {"llo", 3}};
    struct msghdr message = {.msg_name = &name, .msg_namelen = sizeof name, .msg_iov = pieces, .msg_iovlen = 2};
    printf("%zd\n", sendmsg(client, &message, 0));
    char text[8];
    struct sockaddr_un from;
    struct iovec room = {text, sizeof text};
    struct msghdr got = {.msg_name = &from, .msg_namelen = sizeof from, .msg_iov = &room, .msg_iovlen = 1};
    ssize_t count = recvmsg(server, &got, 0);
    printf("%zd %.*s %d\n", count, (int)count, text, (int)got.msg_namelen);
    close(server);
    sent = sendto(client, "x", 1, 0, (struct sockaddr *)&name, sizeof name);
    printf("%zd %d\n", sent, errno == ECONNREFUSED);
    close(client);
    unlink(name.sun_path);
}

// An echo server in a thread: an empty message ends it.
static void *echo(void *argument) {
    int s = *(int *)argument;
    for (;;) {
        char text[16];
        struct sockaddr_in from;
        socklen_t length = sizeof from;
        ssize_t count = recvfrom(s, text, sizeof text, 0, (struct sockaddr *)&from, &length);
        if (count <= 0)
            return 0;
        sendto(s, text, count, 0, (struct sockaddr *)&from, length);
    }
}

static void threads(void) {
    int server = bound(), client = socket(AF_INET, SOCK_DGRAM, 0);
    struct sockaddr_in name = at_port(server);
    pthread_t thread;
    pthread_create(&thread, 0, echo, &server);
    char text[16];
    for (int i = 0; i < 2; i++) {
        sendto(client, i ? "ping" : "hello", i ? 4 : 5, 0, (struct sockaddr *)&name, sizeof name);
        ssize_t count = recv(client, text, sizeof text, 0);
        printf("%zd %.*s\n", count, (int)count, text);
    }
    sendto(client, "", 0, 0, (struct sockaddr *)&name, sizeof name);
    pthread_join(thread, 0);
    printf("port %d\n", at_port(client).sin_port != 0);
    close(client);
    close(server);
}

int main(void) {
    ports();
    paths();
    threads();
    return 0;
}

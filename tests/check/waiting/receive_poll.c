// Two threads receive from one socket with MSG_DONTWAIT until each has a message. One that finds nothing leaves nothing behind, and which of them gets
// which message is seen.
// verdict: ok
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];
static char received[2];

static void *receive(void *to)
{
    while (recv(ends[0], to, 1, MSG_DONTWAIT) != 1) sched_yield();
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, receive, &received[i]);
    write(ends[1], "ab", 2);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    assert(received[0] + received[1] == 'a' + 'b');
    return 0;
}

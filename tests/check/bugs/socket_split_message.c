// Two threads write requests of two parts to one end of a stream of sockets. Another thread's part may come between them.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static void *request(void *arg)
{
    write(ends[0], arg, 1);
    write(ends[0], arg, 1);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    char text[4];
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    pthread_create(&threads[0], NULL, request, "a");
    pthread_create(&threads[1], NULL, request, "b");
    for (int i = 0; i < 4; i++)
        read(ends[1], text + i, 1);
    assert(text[0] == text[1] && text[2] == text[3]); //~ assertion
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}

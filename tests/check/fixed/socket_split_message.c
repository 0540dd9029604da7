// Two threads write requests of two parts to one end of a stream of sockets, each at once.
// verdict: ok
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static void *request(void *arg)
{
    write(ends[0], arg, 2);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    char text[4];
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    pthread_create(&threads[0], NULL, request, "aa");
    pthread_create(&threads[1], NULL, request, "bb");
    for (int i = 0; i < 4; i++)
        read(ends[1], text + i, 1);
    assert(text[0] == text[1] && text[2] == text[3]);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}

// Two threads share a message and count who still uses it. Giving it up takes two steps: count down, then look whether
// anybody is left. Both threads may count down first: then one frees the message while the other one is about to look at it,
// and perhaps to free it again.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct message {
    atomic_int users;
};

static struct message *message;

static void release(struct message *message)
{
    message->users--;
    if (message->users == 0) free(message);
}

static void *receive(void *arg)
{
    release(message);
    return arg;
}

int main(void)
{
    pthread_t receiver;
    message = malloc(sizeof *message);
    message->users = 2;
    pthread_create(&receiver, NULL, receive, NULL);
    release(message);
    pthread_join(receiver, NULL);
    return 0;
}

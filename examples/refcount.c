// Two threads share a message with a reference count. Releasing it takes two steps: decrement, then check whether the count
// is zero. Both threads may decrement first: then one frees the message before the other one reads the count, and perhaps
// frees it again.
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

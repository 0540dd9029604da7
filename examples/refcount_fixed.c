// refcount.c fixed: counting down says how many there were, in one step. Only one thread can have been the last.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct message {
    atomic_int users;
};

static struct message *message;

static void release(struct message *message)
{
    if (atomic_fetch_sub(&message->users, 1) == 1) free(message);
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

// Message passing between the processes of a workflow: bounded mailboxes, each with a lock and two condition variables. A mailbox is
// allocated and initialised before other threads can reach it.
#include <mazurka.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#ifndef CAPACITY
#define CAPACITY 2
#endif

typedef struct {
    // What it is about, which process it is from, and a number: what these mean is up to the workflow.
    int kind, from, value;
} message;

typedef struct {
    pthread_mutex_t lock;
    pthread_cond_t has_message, has_room;
    int length;
    message messages[CAPACITY];
} mailbox;

static mailbox *new_mailbox(void)
{
    mailbox *box = calloc(1, sizeof *box);
    pthread_mutex_init(&box->lock, NULL);
    pthread_cond_init(&box->has_message, NULL);
    pthread_cond_init(&box->has_room, NULL);
    return box;
}

static void free_mailbox(mailbox *box)
{
    mz_assert(box->length == 0);
    pthread_cond_destroy(&box->has_room);
    pthread_cond_destroy(&box->has_message);
    pthread_mutex_destroy(&box->lock);
    free(box);
}

static void send(mailbox *to, message sent)
{
    pthread_mutex_lock(&to->lock);
    while (to->length == CAPACITY) pthread_cond_wait(&to->has_room, &to->lock);
    to->messages[to->length++] = sent;
    pthread_cond_signal(&to->has_message);
    pthread_mutex_unlock(&to->lock);
}

static message receive(mailbox *from)
{
    pthread_mutex_lock(&from->lock);
    while (from->length == 0) pthread_cond_wait(&from->has_message, &from->lock);
    message received = from->messages[0];
    from->length--;
    for (int i = 0; i < from->length; i++) from->messages[i] = from->messages[i + 1];
    from->messages[from->length] = (message){0};
    pthread_cond_signal(&from->has_room);
    pthread_mutex_unlock(&from->lock);
    return received;
}

static pthread_t start(void *(*process)(void *), int number)
{
    pthread_t thread;
    pthread_create(&thread, NULL, process, (void *)(intptr_t)number);
    return thread;
}

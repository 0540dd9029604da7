// A sorted list with a lock in every node; one thread removes an element while another one inserts behind it.
// A thread lets go of a node before it has locked the next one, which may be removed meanwhile: the new
// element is lost.
// verdict: bug
// bug: assertion
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

struct node {
    pthread_mutex_t lock;
    int key;
    struct node *next;
};

static struct node twenty = {PTHREAD_MUTEX_INITIALIZER, 20, NULL};
static struct node ten = {PTHREAD_MUTEX_INITIALIZER, 10, &twenty};
static struct node fifteen = {PTHREAD_MUTEX_INITIALIZER, 15, NULL};
static struct node head = {PTHREAD_MUTEX_INITIALIZER, 0, &ten};

static void *remove_ten(void *arg)
{
    pthread_mutex_lock(&head.lock);
    pthread_mutex_lock(&ten.lock);
    head.next = ten.next;
    pthread_mutex_unlock(&ten.lock);
    pthread_mutex_unlock(&head.lock);
    return arg;
}

static void *insert_fifteen(void *arg)
{
    struct node *previous = &head;
    pthread_mutex_lock(&previous->lock);
    while (previous->next != NULL && previous->next->key < fifteen.key) {
        struct node *next = previous->next;
        pthread_mutex_unlock(&previous->lock);
        pthread_mutex_lock(&next->lock);
        previous = next;
    }
    fifteen.next = previous->next;
    previous->next = &fifteen;
    pthread_mutex_unlock(&previous->lock);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, remove_ten, NULL);
    pthread_create(&threads[1], NULL, insert_fifteen, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    bool found = false;
    for (struct node *node = &head; node != NULL; node = node->next) found |= node == &fifteen;
    assert(found); //~ assertion
    return 0;
}

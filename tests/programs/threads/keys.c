// Thread-specific data: separate values, destructors with the old value, repeated rounds while values are set again, deletion.
// native: same
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_key_t plain, counted, stubborn;
static int destroyed, rounds, sum;

static void destroy(void *value)
{
    destroyed++;
    sum += *(int *)value;
    free(value);
}

/* Sets its key again until it has run three times. */
static void set_again(void *value)
{
    rounds++;
    if (rounds < 3)
        pthread_setspecific(stubborn, value);
}

static void *worker(void *argument)
{
    int *value = malloc(sizeof *value);
    *value = *(const int *)argument;
    if (pthread_getspecific(counted) != NULL)
        return "not empty at start";
    pthread_setspecific(counted, value);
    pthread_setspecific(plain, argument);
    return *(int *)pthread_getspecific(counted) == *(const int *)argument ? "own value" : "foreign value";
}

static void *repeats(void *argument)
{
    pthread_setspecific(stubborn, argument);
    pthread_exit(NULL);
}

static void *empty(void *argument)
{
    pthread_setspecific(counted, argument);
    pthread_setspecific(counted, NULL);
    return NULL;
}

int main(void)
{
    printf("%d ", pthread_key_create(&plain, NULL));
    printf("%d ", pthread_key_create(&counted, destroy));
    printf("%d\n", pthread_key_create(&stubborn, set_again));
    static const int values[] = { 1, 20, 300 };
    for (int i = 0; i < 3; i++) {
        pthread_t thread;
        void *text;
        pthread_create(&thread, NULL, worker, (void *)&values[i]);
        pthread_join(thread, &text);
        printf("%s, destroyed %d, sum %d\n", (char *)text, destroyed, sum);
    }
    int object;
    pthread_t thread;
    pthread_create(&thread, NULL, repeats, &object);
    pthread_join(thread, NULL);
    printf("rounds %d\n", rounds);
    pthread_create(&thread, NULL, empty, &object);
    pthread_join(thread, NULL);
    printf("destroyed %d\n", destroyed);
    pthread_setspecific(plain, &object);
    printf("%d %d ", pthread_getspecific(plain) == &object, pthread_getspecific(counted) == NULL);
    printf("%d %d\n", pthread_key_delete(plain), PTHREAD_DESTRUCTOR_ITERATIONS >= 4);
    return 0;
}

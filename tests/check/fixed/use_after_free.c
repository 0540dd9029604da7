// One thread closes a session, another one uses it; a mutex protects both. Closing clears the pointer, and
// users look at it first. A trace is an order of the two critical sections.
// verdict: ok
// traces: 2
#include <pthread.h>
#include <stdlib.h>

struct session {
    int requests;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct session *session;

static void *close_session(void *arg)
{
    pthread_mutex_lock(&mutex);
    free(session);
    session = NULL;
    pthread_mutex_unlock(&mutex);
    return arg;
}

static void *request(void *arg)
{
    pthread_mutex_lock(&mutex);
    if (session != NULL) session->requests++;
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    session = calloc(1, sizeof *session);
    if (session == NULL) return 1;
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, close_session, NULL);
    pthread_create(&threads[1], NULL, request, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}

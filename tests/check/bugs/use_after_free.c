// One thread closes a session, another one uses it; a mutex protects both. Closing leaves the pointer as it
// was, so that a later use reaches freed memory.
// verdict: bug
// bug: use-after-free
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
    pthread_mutex_unlock(&mutex);
    return arg;
}

static void *request(void *arg)
{
    pthread_mutex_lock(&mutex);
    session->requests++; //~ use-after-free
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

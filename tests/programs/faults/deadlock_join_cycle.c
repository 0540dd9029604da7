// Two threads join each other.
// exit: 1
// stderr~ error[deadlock]
#include <pthread.h>

static pthread_t main_thread;

static void *worker(void *unused)
{
    pthread_join(main_thread, NULL);
    return unused;
}

int main(void)
{
    main_thread = pthread_self();
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
    return 0;
}

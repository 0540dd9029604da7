// Joins a thread that was never created.
#include <pthread.h>

int main(void)
{
    pthread_t thread = 0;
    pthread_join(thread, NULL); //~ thread-misuse
    return 0;
}

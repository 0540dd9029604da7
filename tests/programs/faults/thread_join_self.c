// Joins itself.
#include <pthread.h>

int main(void)
{
    pthread_join(pthread_self(), NULL); //~ thread-misuse
    return 0;
}

// One thread writes a whole record at once, another one a single byte. The byte lies inside of the record.
// verdict: bug
// bug: data-race
#include <pthread.h>
#include <stddef.h>
#include <string.h>

static char memory[16];

static void *write_record(void *arg)
{
    memset(memory, 1, 8); //~ data-race
    return arg;
}

static void *write_byte(void *arg)
{
    memory[7] = 2; //~ data-race
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, write_record, NULL);
    pthread_create(&threads[1], NULL, write_byte, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}

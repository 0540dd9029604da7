// One thread writes a whole record at once, another one a single byte. The byte lies behind the record.
// verdict: ok
// traces: 1
#include <pthread.h>
#include <stddef.h>
#include <string.h>

static char memory[16];

static void *write_record(void *arg)
{
    memset(memory, 1, 8);
    return arg;
}

static void *write_byte(void *arg)
{
    memory[8] = 2;
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

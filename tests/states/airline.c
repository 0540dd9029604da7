// Airline (Rungta and Mercer, after IBM's collection of concurrent bugs): main sells THREADS tickets for CUSHION seats fewer, each by
// a thread of its own, until a seller says stop; but a sale that was begun is finished. There are no locks. The seats that are left
// are few where the cushion is large: then sellers say stop early.
// bug: assertion
// states --races=allow: 704
// states --races=allow -DTHREADS=3 -DCUSHION=4: 13676
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#ifndef THREADS
#define THREADS 2
#endif
#ifndef CUSHION
#define CUSHION 1
#endif

struct airline {
    int seats, sold, stop;
};

struct sale {
    struct airline *airline;
    int number;
};

static void *allocate(size_t size)
{
    void *block = calloc(1, size);
    if (block == NULL) abort();
    return block;
}

static void *sell(void *arg)
{
    struct sale *sale = arg;
    struct airline *airline = sale->airline;
    airline->sold++;
    if (airline->sold > airline->seats) airline->stop = 1;
    free(sale);
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    struct airline *airline = allocate(sizeof *airline);
    airline->seats = THREADS - CUSHION;
    int begun = 0;
    while (begun < THREADS && !airline->stop) {
        struct sale *sale = allocate(sizeof *sale);
        sale->airline = airline;
        sale->number = begun;
        pthread_create(&threads[begun++], NULL, sell, sale);
    }
    for (int i = 0; i < begun; i++) pthread_join(threads[i], NULL);
    assert(airline->sold <= airline->seats);
    free(airline);
    return 0;
}

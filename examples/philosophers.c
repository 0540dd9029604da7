// Dining philosophers: each takes the fork with the lower number first, so there is no cycle of waits.
//
//   mazurka run examples/philosophers.c -- 5
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define MEALS 3

struct philosopher {
    pthread_t thread;
    int number;
    pthread_mutex_t *first, *second;
};

static int count;
static int eaten;
static pthread_mutex_t table = PTHREAD_MUTEX_INITIALIZER;

static void *dine(void *argument) {
    struct philosopher *self = argument;
    for (int meal = 1; meal <= MEALS; meal++) {
        pthread_mutex_lock(self->first);
        pthread_mutex_lock(self->second);
        pthread_mutex_lock(&table);
        printf("philosopher %d eats meal %d\n", self->number, meal);
        eaten++;
        pthread_mutex_unlock(&table);
        pthread_mutex_unlock(self->second);
        pthread_mutex_unlock(self->first);
    }
    return NULL;
}

int main(int argc, char **argv) {
    count = argc > 1 ? atoi(argv[1]) : 3;
    if (count < 2) {
        fprintf(stderr, "usage: philosophers COUNT (at least 2)\n");
        return 64;
    }
    pthread_mutex_t *forks = malloc(count * sizeof *forks);
    struct philosopher *all = malloc(count * sizeof *all);
    for (int i = 0; i < count; i++) pthread_mutex_init(&forks[i], NULL);
    for (int i = 0; i < count; i++) {
        int left = i, right = (i + 1) % count;
        all[i].number = i;
        all[i].first = &forks[left < right ? left : right];
        all[i].second = &forks[left < right ? right : left];
        pthread_create(&all[i].thread, NULL, dine, &all[i]);
    }
    for (int i = 0; i < count; i++) pthread_join(all[i].thread, NULL);
    printf("%d philosophers have eaten %d meals\n", count, eaten);
    for (int i = 0; i < count; i++) pthread_mutex_destroy(&forks[i]);
    free(forks);
    free(all);
    return 0;
}

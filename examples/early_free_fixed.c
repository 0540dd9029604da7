// early_free.c fixed: main waits for the worker before it frees what the worker uses.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct job {
    int input;
    int result;
};

static int square(const struct job *job) {
    return job->input * job->input;
}

static void *work(void *argument) {
    struct job *job = argument;
    job->result = square(job);
    return NULL;
}

int main(void) {
    pthread_t worker;
    struct job *job = malloc(sizeof *job);
    job->input = 7;
    pthread_create(&worker, NULL, work, job);
    pthread_join(worker, NULL);
    printf("%d\n", job->result);
    free(job);
    return 0;
}

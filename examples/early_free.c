// A bug to look at: main frees the job before the worker has finished with it.
//
//   mazurka run examples/early_free.c
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
    free(job);
    pthread_join(worker, NULL);
    puts("done");
    return 0;
}

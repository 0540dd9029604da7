// A parallel file scanner: main walks through a list of files and puts their names into a queue, THREADS - 1 workers take
// them out, look for a word in each file and add what they find to the total.
// states: 669
// states -DTHREADS=4: 3693
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

#ifndef THREADS
#define THREADS 3
#endif
#define WORKERS (THREADS - 1)
#define FILES 2
#define QUEUE 2

struct file {
    const char *name, *text;
};

static const struct file files[FILES] = {
    {"one", "it finds what it finds"},
    {"two", "to find is not to seek"},
};

static struct {
    pthread_mutex_t mutex;
    pthread_cond_t more, less;
    const struct file *waiting[QUEUE];
    int used, closed;
} queue = {.mutex = PTHREAD_MUTEX_INITIALIZER,
           .more = PTHREAD_COND_INITIALIZER,
           .less = PTHREAD_COND_INITIALIZER};

static pthread_mutex_t results = PTHREAD_MUTEX_INITIALIZER;
static int scanned, matches;

static void put(const struct file *file)
{
    pthread_mutex_lock(&queue.mutex);
    while (queue.used == QUEUE) pthread_cond_wait(&queue.less, &queue.mutex);
    queue.waiting[queue.used++] = file;
    pthread_cond_signal(&queue.more);
    pthread_mutex_unlock(&queue.mutex);
}

static void close_queue(void)
{
    pthread_mutex_lock(&queue.mutex);
    queue.closed = 1;
    pthread_cond_broadcast(&queue.more);
    pthread_mutex_unlock(&queue.mutex);
}

// NULL when there will be no more.
static const struct file *take(void)
{
    const struct file *file = NULL;
    pthread_mutex_lock(&queue.mutex);
    while (queue.used == 0 && !queue.closed) pthread_cond_wait(&queue.more, &queue.mutex);
    if (queue.used > 0) {
        file = queue.waiting[--queue.used];
        queue.waiting[queue.used] = NULL;
        pthread_cond_signal(&queue.less);
    }
    pthread_mutex_unlock(&queue.mutex);
    return file;
}

static int count(const char *text, const char *word)
{
    int found = 0;
    for (const char *at = text; (at = strstr(at, word)); at++) found++;
    return found;
}

static void *work(void *arg)
{
    const struct file *file;
    while ((file = take())) {
        int found = count(file->text, "find");
        pthread_mutex_lock(&results);
        matches += found;
        scanned++;
        pthread_mutex_unlock(&results);
    }
    return arg;
}

int main(void)
{
    pthread_t workers[WORKERS];
    for (int i = 0; i < WORKERS; i++) pthread_create(&workers[i], NULL, work, NULL);
    for (int i = 0; i < FILES; i++) put(&files[i]);
    close_queue();
    for (int i = 0; i < WORKERS; i++) pthread_join(workers[i], NULL);
    assert(scanned == FILES && matches == 3);
    return 0;
}

// Parallel quicksort: sorters take segments of an array out of a pool, partition them, keep one half and put the other one back. All end
// when every element is at its place. With BUG, the elements at their place are counted without the lock, and some are forgotten.
// check: ok
// check -DBUG: deadlock
#include "objects.h"

#ifndef SORTERS
#define SORTERS 2
#endif
#ifndef SIZE
#define SIZE 3
#endif

struct segment {
    // Without its end.
    int begin, end;
    struct segment *next;
};

struct sorter;

struct sort {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct segment *segments;
    int *elements;
    int placed, partitions;
    struct sorter *sorters[SORTERS];
};

struct sorter {
    struct sort *sort;
    int partitions, swaps;
};

static struct segment *new_segment(int begin, int end)
{
    struct segment *segment = new_object(sizeof *segment);
    segment->begin = begin;
    segment->end = end;
    return segment;
}

static struct sort *new_sort(void)
{
    struct sort *sort = new_object(sizeof *sort);
    pthread_mutex_init(&sort->lock, NULL);
    pthread_cond_init(&sort->changed, NULL);
    sort->elements = new_object(SIZE * sizeof *sort->elements);
    for (int i = 0; i < SIZE; i++) sort->elements[i] = (i * 5 + 2) % (SIZE + 2);
    sort->segments = new_segment(0, SIZE);
    return sort;
}

static void swap(struct sorter *sorter, int i, int j)
{
    int *elements = sorter->sort->elements;
    int element = elements[i];
    elements[i] = elements[j];
    elements[j] = element;
    sorter->swaps++;
}

// Returns where the pivot is then: at its place.
static int partition(struct sorter *sorter, struct segment *segment)
{
    int *elements = sorter->sort->elements;
    int last = segment->end - 1, pivot = elements[last], place = segment->begin;
    for (int i = segment->begin; i < last; i++) {
        if (elements[i] < pivot) swap(sorter, i, place++);
    }
    swap(sorter, place, last);
    sorter->partitions++;
    return place;
}

static void put(struct sort *sort, struct segment *segment)
{
    pthread_mutex_lock(&sort->lock);
    segment->next = sort->segments;
    sort->segments = segment;
    pthread_cond_signal(&sort->changed);
    pthread_mutex_unlock(&sort->lock);
}

// None where all elements are at their places.
static struct segment *take(struct sort *sort)
{
    pthread_mutex_lock(&sort->lock);
    while (sort->segments == NULL && sort->placed < SIZE) pthread_cond_wait(&sort->changed, &sort->lock);
    struct segment *segment = sort->segments;
    if (segment != NULL) sort->segments = segment->next;
    pthread_mutex_unlock(&sort->lock);
    return segment;
}

static void count_placed(struct sort *sort)
{
#ifdef BUG
    sort->placed++;
    pthread_mutex_lock(&sort->lock);
#else
    pthread_mutex_lock(&sort->lock);
    sort->placed++;
#endif
    if (sort->placed == SIZE) pthread_cond_broadcast(&sort->changed);
    pthread_mutex_unlock(&sort->lock);
}

static void *run_sorter(void *argument)
{
    struct sorter *sorter = argument;
    struct segment *segment;
    struct sort *sort = sorter->sort;
    while ((segment = take(sort)) != NULL) {
        while (segment->begin < segment->end) {
            int middle = partition(sorter, segment);
            if (middle + 1 < segment->end) put(sort, new_segment(middle + 1, segment->end));
            segment->end = middle;
            count_placed(sort);
        }
        free(segment);
    }
    pthread_mutex_lock(&sort->lock);
    sort->partitions += sorter->partitions;
    pthread_mutex_unlock(&sort->lock);
    return sorter;
}

int main(void)
{
    struct sort *sort = new_sort();
    int before = 0, after = 0;
    for (int i = 0; i < SIZE; i++) before += sort->elements[i];
    pthread_t threads[SORTERS];
    for (int i = 0; i < SORTERS; i++) {
        struct sorter *sorter = new_object(sizeof *sorter);
        sorter->sort = sort;
        sort->sorters[i] = sorter;
    }
    for (int i = 0; i < SORTERS; i++) threads[i] = start(run_sorter, sort->sorters[i]);
    for (int i = 0; i < SORTERS; i++) result_of(threads[i]);
    mz_assert(sort->partitions == SIZE);
    for (int i = 0; i < SIZE; i++) after += sort->elements[i];
    for (int i = 0; i + 1 < SIZE; i++) mz_assert(sort->elements[i] <= sort->elements[i + 1]);
    mz_assert(before == after);
    return 0;
}

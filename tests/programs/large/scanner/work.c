// part of main.c
#include "work.h"

#include <stdlib.h>

#include "memory.h"

void work_init(struct work_list *list)
{
    *list = (struct work_list){ .first = NULL };
    pthread_mutex_init(&list->mutex, NULL);
    pthread_cond_init(&list->changed, NULL);
}

void work_destroy(struct work_list *list)
{
    pthread_cond_destroy(&list->changed);
    pthread_mutex_destroy(&list->mutex);
}

void work_add(struct work_list *list, enum work_kind kind, char *path, int depth)
{
    struct work_item *item = allocate(sizeof *item);
    *item = (struct work_item){ .kind = kind, .path = path, .depth = depth };
    pthread_mutex_lock(&list->mutex);
    item->next = list->first;
    list->first = item;
    list->unfinished++;
    if (++list->length > list->longest)
        list->longest = list->length;
    pthread_cond_signal(&list->changed);
    pthread_mutex_unlock(&list->mutex);
}

struct work_item *work_take(struct work_list *list)
{
    pthread_mutex_lock(&list->mutex);
    while (!list->first && list->unfinished > 0)
        pthread_cond_wait(&list->changed, &list->mutex);
    struct work_item *item = list->first;
    if (item) {
        list->first = item->next;
        list->length--;
    }
    pthread_mutex_unlock(&list->mutex);
    return item;
}

void work_done(struct work_list *list, struct work_item *item)
{
    free(item->path);
    free(item);
    pthread_mutex_lock(&list->mutex);
    if (--list->unfinished == 0)
        pthread_cond_broadcast(&list->changed);
    pthread_mutex_unlock(&list->mutex);
}

/* The list of work that is known but not done. Work makes more work, so the end is reached when nothing is left in
 * the list and nobody works any more. */
#ifndef WORK_H
#define WORK_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

enum work_kind { WORK_FOLDER, WORK_FILE };

struct work_item {
    struct work_item *next;
    enum work_kind kind;
    char *path;
    int depth;
};

struct work_list {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    struct work_item *first;
    /* Items in the list and items that are being worked on. */
    size_t unfinished, longest, length;
};

void work_init(struct work_list *list);
void work_destroy(struct work_list *list);

/* The list becomes the owner of the path. */
void work_add(struct work_list *list, enum work_kind kind, char *path, int depth);

/* Waits for an item; NULL when all work is done. Each item is given back by work_done. */
struct work_item *work_take(struct work_list *list);
void work_done(struct work_list *list, struct work_item *item);

#endif

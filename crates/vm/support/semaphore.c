// Named semaphores: a list of names, and ordinary semaphores behind them.
#include "library.h"

#include <stdarg.h>

enum { O_CREAT = 0100, O_EXCL = 0200 };

typedef struct {
    unsigned value;
    char rest[28];
} sem_t;

#define SEM_FAILED ((sem_t *)0)

struct named {
    sem_t semaphore;
    // NULL once it is unlinked: then it lives until the last one closes it.
    char *name;
    int open;
    struct named *next;
};

static struct named *all;

static struct named *find(const char *name) {
    struct named *at = all;
    while (at && !(at->name && strcmp(at->name, name) == 0))
        at = at->next;
    return at;
}

static void drop_if_unused(struct named *unused) {
    if (unused->open > 0 || unused->name)
        return;
    struct named **at = &all;
    while (*at != unused)
        at = &(*at)->next;
    *at = unused->next;
    free(unused);
}

static struct named *create(const char *name, unsigned value) {
    size_t size = strlen(name) + 1;
    struct named *new = malloc(sizeof *new);
    char *copy = malloc(size);
    if (!new || !copy)
        return NULL;
    memcpy(copy, name, size);
    memset(new, 0, sizeof *new);
    new->semaphore.value = value;
    new->name = copy;
    new->next = all;
    all = new;
    return new;
}

static sem_t *open(const char *name, int flags, unsigned value) {
    struct named *found = find(name);
    if (found ? (flags & O_CREAT) && (flags & O_EXCL) : !(flags & O_CREAT)) {
        errno = found ? EEXIST : ENOENT;
        return SEM_FAILED;
    }
    if (!found)
        found = create(name, value);
    if (!found)
        return SEM_FAILED;
    found->open++;
    return &found->semaphore;
}

LIBRARY sem_t *sem_open(const char *name, int flags, ...) {
    unsigned value = 0;
    if (flags & O_CREAT) {
        va_list arguments;
        va_start(arguments, flags);
        (void)va_arg(arguments, unsigned);
        value = va_arg(arguments, unsigned);
        va_end(arguments);
    }
    __mazurka_change(&all, sizeof all);
    sem_t *opened = open(name, flags, value);
    __mazurka_changed();
    return opened;
}

LIBRARY int sem_close(sem_t *semaphore) {
    __mazurka_change(&all, sizeof all);
    struct named *closed = (struct named *)semaphore;
    closed->open--;
    drop_if_unused(closed);
    __mazurka_changed();
    return 0;
}

LIBRARY int sem_unlink(const char *name) {
    __mazurka_change(&all, sizeof all);
    struct named *found = find(name);
    if (found) {
        free(found->name);
        found->name = NULL;
        drop_if_unused(found);
    } else {
        errno = ENOENT;
    }
    __mazurka_changed();
    return found ? 0 : -1;
}

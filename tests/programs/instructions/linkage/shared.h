#ifndef SHARED_H
#define SHARED_H

struct item { int number; const char *name; };

extern int defined_here, defined_there, tentative;
extern const char *const shared_names[];
extern _Thread_local int per_thread;

int other_helper(void);
int read_defined_here(void);
int sum_items(const struct item *items, int count);
int count_names(void);
int overridden(void);
int call_back(int (*function)(int), int argument);
void add_per_thread(int amount);

/* Each translation unit has its own counter. */
static inline int increment_count(void)
{
    static int count;
    return ++count;
}

#endif

// part of main.c
#include "shared.h"

static int hidden = 2;
static int helper(void) { return hidden * 100; }

int defined_there = 8;

int other_helper(void) { return helper() + increment_count(); }
int read_defined_here(void) { return defined_here * 2; }
int overridden(void) { return 42; }
int call_back(int (*function)(int), int argument) { return function(argument); }
void add_per_thread(int amount) { per_thread += amount; }

int count_names(void)
{
    int count = 0;
    while (count < 3 && shared_names[count][0])
        count++;
    return count;
}

int sum_items(const struct item *items, int count)
{
    int sum = tentative;
    for (int i = 0; i < count; i++)
        sum += items[i].number + items[i].name[0];
    return sum;
}

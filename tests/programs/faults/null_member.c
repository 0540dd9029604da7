// Reads a member of a null struct pointer, at an offset from null.
// levels: 0
#include <stddef.h>

struct list { char data[100]; struct list *next; };

static struct list *last(struct list *list)
{
    while (list->next) //~ null-dereference
        list = list->next;
    return list;
}

int main(void)
{
    return last(NULL) != NULL;
}

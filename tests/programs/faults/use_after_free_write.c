// Writes to a freed block, in a list whose node is freed before it is unlinked.
// levels: 0
#include <stdlib.h>

struct node { struct node *next; int value; };

int main(void)
{
    struct node *first = malloc(sizeof *first), *second = malloc(sizeof *second);
    *first = (struct node){ second, 1 };
    *second = (struct node){ NULL, 2 };
    free(first);
    first->next = NULL; //~ use-after-free
    free(second);
    return 0;
}

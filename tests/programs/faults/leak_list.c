// The head of a list is freed, and with it the way to its other nodes is lost.
// levels: 0
// flags: --leaks
// exit: 1
// stderr~ error[leak]
// stderr~ leak_list.c:16:29
// stderr~ has allocated a block of 8 bytes
#include <stdlib.h>

struct node { struct node *next; };
static struct node *list;

int main(void)
{
    for (int i = 0; i < 3; i++) {
        struct node *node = malloc(sizeof *node);
        node->next = list;
        list = node;
    }
    free(list);
    list = NULL;
    return 0;
}

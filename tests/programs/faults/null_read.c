// Reads through a null pointer that a search returned.
// levels: 0
#include <stddef.h>

static int values[] = { 1, 2, 3 };

static int *find(int key)
{
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        if (values[i] == key)
            return &values[i];
    return NULL;
}

int main(void)
{
    return *find(4); //~ null-dereference
}

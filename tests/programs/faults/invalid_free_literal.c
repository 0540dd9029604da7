// Reallocates a string literal.
// levels: 0
#include <stdlib.h>

int main(void)
{
    char *text = "literal";
    text = realloc(text, 20); //~ invalid-free
    free(text);
    return 0;
}

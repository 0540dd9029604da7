// Everything is freed, so the leak check finds nothing.
// flags: --leaks
// native: same
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *text = strdup("freed");
    int *numbers = calloc(10, sizeof *numbers);
    numbers = realloc(numbers, 100 * sizeof *numbers);
    printf("%s %d\n", text, numbers[9]);
    free(text);
    free(numbers);
    return 0;
}

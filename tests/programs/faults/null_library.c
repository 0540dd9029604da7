// Hands a null pointer to strlen.
// levels: 0
#include <string.h>

int main(void)
{
    const char *text = 0;
    return (int)strlen(text); //~ null-dereference
}

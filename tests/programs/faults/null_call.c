// Calls a null function pointer.
// levels: 0
static int (*handler)(int);

int main(void)
{
    return handler(3); //~ null-dereference
}

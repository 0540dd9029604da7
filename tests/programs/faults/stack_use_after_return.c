// Reads a local variable of a function that has returned.
// levels: 0
static int *escaping(int seed)
{
    int local = seed * 2;
    int *pointer = &local;
    return pointer;
}

int main(void)
{
    int *dangling = escaping(21);
    return *dangling; //~ stack-use-after-return
}

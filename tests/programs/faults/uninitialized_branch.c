// Branches on a variable that was never set.
// levels: 0
// flags: --uninit
int main(int argc, char **argv)
{
    (void)argv;
    int value;
    if (argc > 5)
        value = 1;
    if (value) //~ uninitialized
        return 2;
    return 0;
}

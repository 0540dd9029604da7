// Reaches __builtin_trap.
static int positive(int x)
{
    if (x <= 0)
        __builtin_trap(); //~ unreachable
    return x;
}

int main(int argc, char **argv)
{
    (void)argv;
    return positive(argc - 1);
}

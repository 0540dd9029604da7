// Reads past a variable-length array.
// levels: 0
int main(int argc, char **argv)
{
    (void)argv;
    int count = argc + 3;
    char array[count];
    for (int i = 0; i < count; i++)
        array[i] = 1;
    return array[count]; //~ out-of-bounds
}

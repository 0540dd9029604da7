// Writes past a local array through an index that the compiler does not know.
// levels: 0
static void fill(int *array, int count)
{
    for (int i = 0; i < count; i++)
        array[i] = i; //~ out-of-bounds
}

int main(void)
{
    int local[4];
    fill(local, 5);
    return local[0];
}

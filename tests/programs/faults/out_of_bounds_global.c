// Reads past a global array.
// levels: 0
static int table[5] = { 1, 2, 3, 4, 5 };
static int after[5];

int main(void)
{
    int index = 5;
    after[0] = table[index]; //~ out-of-bounds
    return 0;
}

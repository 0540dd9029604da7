// Unsigned 64-bit remainder by zero.
// levels: 0
static unsigned long hash(unsigned long value, unsigned long buckets)
{
    return value % buckets; //~ division-by-zero
}

int main(void)
{
    return (int)hash(1234567, 0);
}

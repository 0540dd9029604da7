// Writes to a constant object through a pointer that forgot about it.
// levels: 0
static const int limits[2] = { 1, 2 };

int main(void)
{
    int *writable = (int *)limits;
    writable[1]++; //~ read-only
    return limits[1];
}

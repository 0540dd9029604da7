// Writes through a null pointer.
// levels: 0
int main(void)
{
    int *nothing = 0;
    *nothing = 1; //~ null-dereference
    return 0;
}

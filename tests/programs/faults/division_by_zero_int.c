// Integer division by zero.
// levels: 0
static int divide(int a, int b)
{
    return a / b; //~ division-by-zero
}

int main(void)
{
    return divide(1, 0);
}

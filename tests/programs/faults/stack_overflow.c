// Recursion without an end.
// levels: 0
static int deeper(int n) { volatile char frame[1024]; frame[0] = (char)n; return deeper(n + 1) + frame[0]; } //~ stack-overflow

int main(void)
{
    return deeper(0);
}

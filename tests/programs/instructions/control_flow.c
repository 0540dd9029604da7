// Loops of every kind, goto in all directions, recursion, comma operator and evaluation order at sequence points.
// native: same
#include <stdio.h>

static int ackermann(int m, int n)
{
    return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

static int is_odd(unsigned n);
static int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }

static long fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

static int moves;
static void hanoi(int n, int from, int to, int via)
{
    if (n == 0)
        return;
    hanoi(n - 1, from, via, to);
    moves = (moves * 7 + from * 3 + to) % 1000003;
    hanoi(n - 1, via, to, from);
}

static int queens(int n, int row, unsigned columns, unsigned left, unsigned right)
{
    if (row == n)
        return 1;
    int solutions = 0;
    for (unsigned free = ~(columns | left | right) & ((1u << n) - 1); free; free &= free - 1) {
        unsigned bit = free & -free;
        solutions += queens(n, row + 1, columns | bit, (left | bit) << 1, (right | bit) >> 1);
    }
    return solutions;
}

static int search(int target)
{
    int i, j;
    for (i = 1; i < 50; i++)
        for (j = 1; j < 50; j++)
            if (i * j == target)
                goto found;
    return -1;
found:
    return i * 100 + j;
}

static int irreducible(int n)
{
    int trace = 0;
    if (n & 1)
        goto middle;
top:
    trace = trace * 3 + 1;
middle:
    trace = trace * 3 + 2;
    if (--n > 0)
        goto top;
    return trace;
}

static void loops(void)
{
    int n = 0, sum = 0;
    do {
        if (n % 3 == 0)
            continue;
        sum += n;
    } while (++n < 20);
    while (1) {
        if (sum > 500)
            break;
        sum += n++;
    }
    for (int i = 0, j = 100; i < j; i += 3, j -= 2)
        sum ^= i * j;
    for (;;) {
        if (!(sum & 0xff00))
            break;
        sum >>= 1;
    }
    printf("%d %d\n", n, sum);
}

static void sieve(void)
{
    static char composite[2000];
    int count = 0, last = 0;
    for (int i = 2; i < 2000; i++) {
        if (composite[i])
            continue;
        count++;
        last = i;
        for (int j = i * i; j < 2000; j += i)
            composite[j] = 1;
    }
    printf("%d primes, the last is %d\n", count, last);
}

int main(void)
{
    printf("%d %d\n", ackermann(2, 9), ackermann(3, 4));
    printf("%d %d\n", is_even(1000), is_odd(777));
    printf("%ld\n", fibonacci(17));
    hanoi(8, 1, 2, 3);
    printf("%d %d\n", moves, queens(7, 0, 0, 0, 0));
    printf("%d %d %d\n", search(1517), search(2209), search(53 * 59));
    for (int i = 0; i < 7; i++)
        printf("%d ", irreducible(i));
    putchar('\n');
    loops();
    sieve();
    int a = 1, b = (a++, a *= 3, a + 10);
    printf("%d %d\n", a, b);
    return 0;
}

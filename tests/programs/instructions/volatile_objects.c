// Volatile objects: every access happens, at every width, through pointers, in structs and as loop counters.
// native: same
#include <stdio.h>

static volatile int global = 3;
static volatile struct { char c; short s; long l; float f; double d; } fields = { 'a', 1, 2, 3.5f, 4.5 };
static volatile unsigned char device[4];
static int memory[4] = { 1, 2, 3, 4 };

static unsigned poll(volatile unsigned char *reg)
{
    unsigned reads = 0;
    while (*reg < 200) {
        *reg += 7;
        reads++;
    }
    return reads;
}

int main(void)
{
    volatile int counter = 0;
    for (volatile int i = 0; i < 10; i++)
        counter += i;
    global++;
    global = global * global;
    fields.c++;
    fields.s -= 5;
    fields.l <<= 40;
    fields.f *= 2;
    fields.d /= 4;
    printf("%d %d %c %d %ld %g %g\n", counter, global, fields.c, fields.s, fields.l, (double)fields.f, fields.d);
    unsigned polls = poll(&device[2]);
    printf("%u %d\n", polls, device[2]);
    volatile int *window = memory;
    window[1] = window[0] + window[3];
    int sum = 0;
    for (int i = 0; i < 4; i++)
        sum = sum * 10 + window[i];
    printf("%d\n", sum);
    int *volatile moving = memory;
    moving++;
    printf("%d\n", *moving);
    return 0;
}

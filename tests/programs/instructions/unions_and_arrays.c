// Unions, anonymous members, type punning, arrays of many dimensions, pointers to arrays, enums, flexible arrays on the heap.
// native: same
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct value {
    enum kind { INTEGER = -1, REAL, TEXT = 7 } kind;
    union { int64_t integer; double real; char text[12]; };
};

static void show(struct value v)
{
    switch (v.kind) {
    case INTEGER: printf("%lld\n", (long long)v.integer); break;
    case REAL: printf("%g\n", v.real); break;
    case TEXT: printf("%s\n", v.text); break;
    }
}

union bits { float real; uint32_t whole; uint8_t bytes[4]; struct { uint16_t low, high; }; };

static void punning(void)
{
    union bits b = { .real = -1.5f };
    printf("%x %x %x %d\n", b.whole, b.low, b.high, b.bytes[3]);
    b.bytes[3] ^= 0x80;
    printf("%g\n", (double)b.real);
    union { double d; uint64_t u; } wide = { 1.0 };
    wide.u += 1ULL << 51;
    printf("%g\n", wide.d);
}

static int cube[3][4][5];

static int (*plane(int index))[5] { return cube[index]; }

static long sum_rows(int (*rows)[5], int count)
{
    long sum = 0;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < 5; j++)
            sum += rows[i][j];
    return sum;
}

static void arrays(void)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            for (int k = 0; k < 5; k++)
                cube[i][j][k] = i * 100 + j * 10 + k;
    printf("%ld %ld %d\n", sum_rows(plane(1), 4), sum_rows(&cube[2][1], 2), *(*(*(cube + 2) + 3) + 4));
    printf("%zu %zu %td\n", sizeof cube / sizeof cube[0], sizeof *plane(0), &cube[2][0][0] - &cube[0][3][2]);
    char *words[] = { "one", "two", "three" }, **p = words + 2;
    printf("%s %c %c\n", *p, *(*p + 1), p[-1][2]);
}

struct buffer { size_t used; struct { int id; char tag; } items[]; };

static void flexible(void)
{
    struct buffer *b = malloc(sizeof *b + 4 * sizeof b->items[0]);
    b->used = 0;
    for (int i = 0; i < 4; i++) {
        b->items[b->used].id = i * 7;
        b->items[b->used++].tag = (char)('a' + i);
    }
    b = realloc(b, sizeof *b + 8 * sizeof b->items[0]);
    memmove(&b->items[1], &b->items[0], b->used * sizeof b->items[0]);
    b->items[0].id = -1;
    b->used++;
    for (size_t i = 0; i < b->used; i++)
        printf("%d%c ", b->items[i].id, i ? b->items[i].tag : '-');
    putchar('\n');
    free(b);
}

static void pointer_arithmetic(void)
{
    short numbers[10] = { 0 };
    short *first = numbers, *last = numbers + 9, *p = first;
    for (; last - p >= 3; p += 3)
        *p = (short)(p - first + 40);
    int at_p = *p--;
    printf("%d %d %d %td %d\n", numbers[3], numbers[4], at_p, p - first, first[p - first - 2]);
    char *raw = (char *)&numbers[6];
    printf("%td %d\n", raw - (char *)numbers, *(short *)(raw + 6));
}

int main(void)
{
    show((struct value){ INTEGER, .integer = -5000000000 });
    show((struct value){ REAL, .real = 2.5 });
    struct value text = { .kind = TEXT };
    strcpy(text.text, "anonymous");
    show(text);
    punning();
    arrays();
    flexible();
    pointer_arithmetic();
    return 0;
}

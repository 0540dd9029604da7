// Integer and pointer comparisons, signed and unsigned, mixed widths, and the conditional operators.
// native: same
#include <stdint.h>
#include <stdio.h>

#define COMPARE(type, name)                                                                             \
    static void name(type a, type b)                                                                    \
    {                                                                                                   \
        printf(#name " %d%d%d%d%d%d ", a < b, a <= b, a > b, a >= b, a == b, a != b);                   \
    }

COMPARE(int8_t, s8)
COMPARE(uint8_t, u8)
COMPARE(int16_t, s16)
COMPARE(uint16_t, u16)
COMPARE(int32_t, s32)
COMPARE(uint32_t, u32)
COMPARE(int64_t, s64)
COMPARE(uint64_t, u64)

static int three_way(long a, long b) { return (a > b) - (a < b); }

static int calls;
static int count(int result)
{
    calls++;
    return result;
}

static void short_circuit(void)
{
    for (int a = 0; a < 2; a++)
        for (int b = 0; b < 2; b++)
            for (int c = 0; c < 2; c++) {
                calls = 0;
                int r = (count(a) && count(b)) || (!count(c) && count(a));
                printf("%d%d%d %d in %d calls\n", a, b, c, r, calls);
            }
}

static void pointers(void)
{
    int array[4] = { 0 };
    int *first = array, *end = array + 4, *none = NULL;
    printf("%d %d %d %d %td\n", first < end, first == end, first != none, !none, end - first);
    printf("%d %d\n", (void *)first == (void *)array, &array[2] > &array[1]);
    const char *text = "abc";
    printf("%d\n", text ? 1 : 0);
}

int main(void)
{
    static const int64_t values[] = { 0, 1, -1, 127, 128, -128, 255, 32767, -32768, 65536, 2147483647, -2147483648LL,
                                      4294967295LL, INT64_MAX, INT64_MIN };
    enum { N = sizeof values / sizeof values[0] };
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            s8((int8_t)values[i], (int8_t)values[j]);
            u8((uint8_t)values[i], (uint8_t)values[j]);
            s16((int16_t)values[i], (int16_t)values[j]);
            u16((uint16_t)values[i], (uint16_t)values[j]);
            s32((int32_t)values[i], (int32_t)values[j]);
            u32((uint32_t)values[i], (uint32_t)values[j]);
            s64(values[i], values[j]);
            u64((uint64_t)values[i], (uint64_t)values[j]);
            printf("%d\n", three_way(values[i], values[j]));
        }
    }
    int minus = -1;
    unsigned one = 1;
    printf("%d %d %d\n", (unsigned)minus > one, (long)minus < (long)one, (unsigned char)minus == 255);
    short_circuit();
    pointers();
    int max = minus > (int)one ? minus : (int)one;
    int elvis = minus ?: 9;
    printf("%d %d %d\n", max, elvis, 0 ?: 9);
    return 0;
}

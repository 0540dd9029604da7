// Switches: dense, sparse, 64-bit, character, ranges, fall through, nested, negative cases, Duff's device.
// native: same
#include <limits.h>
#include <stdio.h>

static const char *dense(int n)
{
    switch (n) {
    case 0: return "zero";
    case 1: return "one";
    case 2: return "two";
    case 3: return "three";
    case 4: return "four";
    case 5: return "five";
    case 7: return "seven";
    default: return "many";
    }
}

static int sparse(int n)
{
    switch (n) {
    case INT_MIN: return 1;
    case -1000: return 2;
    case -1: return 3;
    case 0x7fff: return 4;
    case 1000000: return 5;
    case INT_MAX: return 6;
    }
    return 0;
}

static int wide(unsigned long long n)
{
    switch (n) {
    case 0: return 1;
    case 0x100000000: return 2;
    case 0x8000000000000000: return 3;
    case 0xffffffffffffffff: return 4;
    default: return 5;
    }
}

static char classify(char c)
{
    switch (c) {
    case '0' ... '9': return 'd';
    case 'a' ... 'f':
    case 'A' ... 'F': return 'x';
    case 'g' ... 'z':
    case 'G' ... 'Z': return 'l';
    case ' ': case '\t': case '\n': return 's';
    case '\x80' ... '\xff': return 'h';
    default: return '?';
    }
}

static int fall_through(int n)
{
    int result = 0;
    switch (n) {
    case 3: result += 100; /* fall through */
    case 2: result += 10;  /* fall through */
    case 1: result += 1; break;
    default: result = -1;  /* fall through */
    case 9: result *= 2;
    }
    return result;
}

static void duff(char *to, const char *from, int count)
{
    int rounds = (count + 7) / 8;
    switch (count % 8) {
    case 0: do { *to++ = *from++; /* fall through */
    case 7: *to++ = *from++;      /* fall through */
    case 6: *to++ = *from++;      /* fall through */
    case 5: *to++ = *from++;      /* fall through */
    case 4: *to++ = *from++;      /* fall through */
    case 3: *to++ = *from++;      /* fall through */
    case 2: *to++ = *from++;      /* fall through */
    case 1: *to++ = *from++;
            } while (--rounds > 0);
    }
}

static int nested(int a, int b)
{
    switch (a) {
    case 1:
        switch (b) {
        case 1: return 11;
        case 2: break;
        default: return 19;
        }
        return 12;
    case 2:
        for (int i = 0;; i++)
            switch (i * b) {
            case 12: return i;
            case 100: return -1;
            default: if (i > 50) return -2;
            }
    }
    return 0;
}

enum color { RED = 5, GREEN, BLUE = 100 };
static int by_enum(enum color c)
{
    switch (c) {
    case RED: return 1;
    case GREEN: return 2;
    case BLUE: return 3;
    }
    return 4;
}

int main(void)
{
    for (int i = -1; i < 9; i++)
        printf("%s ", dense(i));
    printf("\n%d%d%d%d%d%d%d\n", sparse(INT_MIN), sparse(-1000), sparse(-1), sparse(0x7fff), sparse(1000000),
           sparse(INT_MAX), sparse(0));
    printf("%d%d%d%d%d\n", wide(0), wide(1ULL << 32), wide(1ULL << 63), wide(-1ULL), wide(7));
    for (int c = -128; c < 128; c++)
        putchar(classify((char)c));
    putchar('\n');
    for (int i = 0; i < 10; i++)
        printf("%d ", fall_through(i));
    putchar('\n');
    char copy[32] = { 0 };
    duff(copy, "the quick brown fox", 19);
    puts(copy);
    printf("%d %d %d %d %d %d\n", nested(1, 1), nested(1, 2), nested(1, 5), nested(2, 4), nested(2, 5), nested(2, 7));
    printf("%d %d %d\n", by_enum(RED), by_enum(GREEN), by_enum(BLUE));
    return 0;
}

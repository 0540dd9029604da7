// Statement expressions, _Generic, compound literals, typeof, nested conditionals, string literals and sizeof.
// native: same
#include <stdio.h>
#include <string.h>

#define MAX(a, b) ({ __typeof__(a) max_a = (a); __typeof__(b) max_b = (b); max_a > max_b ? max_a : max_b; })
#define KIND(x) _Generic((x), int: "int", long: "long", unsigned: "unsigned", char: "char", float: "float", double: "double", \
                         char *: "char *", const char *: "const char *", struct pair: "pair", struct pair *: "pair *", default: "other")

struct pair { int a, b; };

static int evaluations;
static int next(void) { return ++evaluations * 10; }

static struct pair swap(const struct pair *p) { return (struct pair){ p->b, p->a }; }

static int sum(const int *p, int n)
{
    int total = 0;
    while (n--)
        total += *p++;
    return total;
}

static void generic(void)
{
    struct pair p = { 1, 2 };
    const char *text = "";
    char array[3] = "";
    printf("%s %s %s %s %s\n", KIND(1), KIND(1L), KIND(1u), KIND((char)1), KIND(1.0f));
    printf("%s %s %s %s %s %s\n", KIND(1.0), KIND(array), KIND(text), KIND(p), KIND(&p), KIND(1LL));
    printf("%s %s\n", KIND('a' + 'b'), KIND((short)1));
}

static void statement_expressions(void)
{
    int largest = MAX(next(), next());
    printf("%d %d\n", largest, evaluations);
    int clamped = ({ int x = 50; if (x > 20) x = 20; x; });
    struct pair p = ({ struct pair q = { 3, 4 }; q.a++; q; });
    printf("%d %d %d\n", clamped, p.a, p.b);
    for (int i = 0; i < 3; i++)
        printf("%d ", ({ if (i == 1) continue; i * i; }));
    putchar('\n');
}

static void compound_literals(void)
{
    struct pair p = swap(&(struct pair){ 5, 6 });
    printf("%d %d %d\n", p.a, p.b, sum((int[]){ 1, 2, 3, 4 }, 4));
    int *last = NULL;
    for (int i = 0; i < 3; i++) {
        int *here = &(int){ i };
        *here += 10;
        last = here;
        printf("%d ", *last);
    }
    char *writable = (char[]){ "literal" };
    writable[0] = 'L';
    puts(writable);
    p = (struct pair){ .b = 9 };
    printf("%d %d %d\n", p.a, p.b, (struct pair){ 1, 2 }.b);
}

int main(void)
{
    generic();
    statement_expressions();
    compound_literals();
    int i = 5, array[] = { 10, 20, 30 };
    printf("%d %d %zu %zu\n", 1 [array], *(array + 2), sizeof array / sizeof *array, sizeof(i + 1L));
    printf("%d %c %zu %zu\n", i, "index"[2], sizeof "nul\0inside", strlen("nul\0inside"));
    printf("%s\n", "adjacent " "strings " "\x41\102\u00e9\t|\?\"\\");
    i = i-- > 4 ? i < 4 ? 1 : i == 4 ? 2 : 3 : 4;
    printf("%d\n", i);
    _Static_assert(sizeof(long) == 8, "the tests are for LP64");
    __typeof__(array[0]) copy = array[1];
    printf("%d %d\n", copy, !!copy + !copy);
    return 0;
}

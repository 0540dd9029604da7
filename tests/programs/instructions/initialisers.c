// Constant initialisers: addresses with offsets, string tables, unions, designators, flexible arrays, nested aggregates.
// native: same
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

static int numbers[10] = { 1, 2, [5] = 50, 60, [9] = 90 };
static int *const middle = &numbers[5], *const one_past = numbers + 10;
static const char *names[] = { "zero", "one", [4] = "four", "five" };
static const char *const suffix = &"prefix-suffix"[7];
static char text[] = "array", fixed[8] = "abc", exact[3] = { 'x', 'y', 'z' };
static const ptrdiff_t distance = offsetof(struct { char c; double d; long l; }, l);

struct point { int x, y; };
struct shape { const char *name; struct point points[3]; struct { unsigned color : 24, alpha : 8; } style; };
static const struct shape shapes[] = {
    { "triangle", { { 0, 0 }, { .y = 5 }, { 3, 4 } }, { 0xff8040, 128 } },
    [2] = { .name = "dot", .points[1] = { 7, 8 }, .points[2].x = 9 },
};
static const struct point *inside = &shapes[2].points[1];
static const int *deep = &shapes[2].points[2].x;

union value { int i; double d; char bytes[8]; const char *s; };
static union value values[] = { { 42 }, { .d = 1.5 }, { .bytes = "union" }, { .s = "string" } };

struct flexible { int count; short items[]; };
static struct flexible flexible = { 3, { 10, 20, 30 } };

struct list { int value; struct list *next; };
static struct list third = { 3, NULL }, second = { 2, &third }, first = { 1, &second };
static struct list ring_a, ring_b = { 22, &ring_a }, ring_a = { 11, &ring_b };

static int square(int x) { return x * x; }
static struct { int (*f)(int); int argument; } calls[] = { { square, 7 }, { .argument = 9, .f = square } };
static uintptr_t address_bits = (uintptr_t)&numbers[3];
static void *self = &self;
static double constant = 1.0 / 3 + 2 * 3, *constant_pointer = &constant;
static int matrix[2][3] = { { 1 }, { 4, 5, 6 } }, (*row)[3] = &matrix[1];
static int *nothing = 0;
static struct point *compound = &(struct point){ 70, 71 };
static int *compound_array = (int[]){ 5, 6, 7 };
enum { A = 'a' + 1, B = sizeof(struct shape) > 8 ? 3 : 4, C = ~0U >> 28 };
static char zeros[1000];

static void aggregates(void)
{
    for (int i = 0; i < 3; i++)
        printf("%s %d %d %d %d %x %d\n", shapes[i].name ? shapes[i].name : "-", shapes[i].points[0].x,
               shapes[i].points[1].x, shapes[i].points[1].y, shapes[i].points[2].x, shapes[i].style.color, shapes[i].style.alpha);
    printf("%d %d\n", inside->y, *deep);
    printf("%d %g %s %s\n", values[0].i, values[1].d, values[2].bytes, values[3].s);
    printf("%d %d %d %zu\n", flexible.count, flexible.items[0], flexible.items[2], sizeof flexible);
    for (struct list *l = &first; l; l = l->next)
        printf("%d ", l->value);
    printf("%d %d\n", ring_a.next->value, ring_a.next->next->value);
}

static void locals(int n)
{
    int a[5] = { n, [3] = n * 2 };
    struct shape s = { .points = { [1] = { n, n + 1 } } };
    char padded[10] = "hi";
    int sum = 0;
    for (int i = 0; i < 10; i++)
        sum += padded[i];
    printf("%d %d %d %d %d %d %d\n", a[0], a[1], a[3], a[4], s.points[1].y, s.points[2].x, sum);
}

int main(void)
{
    for (int i = 0; i < 10; i++)
        printf("%d ", numbers[i]);
    printf("%d %td\n", *middle, one_past - middle);
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        printf("%s ", names[i] ? names[i] : "-");
    printf("%s %s %s %.3s %zu %zu %td\n", suffix, text, fixed, exact, sizeof text, sizeof exact, distance);
    aggregates();
    printf("%d %d\n", calls[0].f(calls[0].argument), calls[1].f(calls[1].argument));
    printf("%d %d %g %d %d\n", *(int *)address_bits, self == &self, *constant_pointer, (*row)[2], !nothing);
    printf("%d %d %d %d %d\n", compound->y, compound_array[2], A, B, C);
    int any = 0;
    for (unsigned i = 0; i < sizeof zeros; i++)
        any |= zeros[i];
    printf("%d\n", any);
    locals(3);
    return 0;
}

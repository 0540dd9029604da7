// Indirect calls: tables, comparison, callbacks with context, pointers in structs, returned pointers, converted pointers.
// native: same
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int Binary(int, int);

static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }
static int multiply(int a, int b) { return a * b; }
static int (*const table[])(int, int) = { add, subtract, multiply };

static Binary *select_operation(char symbol)
{
    switch (symbol) {
    case '+': return add;
    case '-': return subtract;
    case '*': return &multiply;
    default: return NULL;
    }
}

static void for_each(const int *values, int n, void (*visit)(void *context, int value), void *context)
{
    for (int i = 0; i < n; i++)
        visit(context, values[i]);
}

static void accumulate(void *context, int value) { *(long *)context += value; }
static void print_value(void *context, int value) { printf("%s%d", (const char *)context, value); }

struct shape {
    const struct shape_class *class;
    double size;
};
struct shape_class {
    const char *name;
    double (*area)(const struct shape *);
    void (*scale)(struct shape *, double);
};

static double square_area(const struct shape *s) { return s->size * s->size; }
static double circle_area(const struct shape *s) { return 3.0 * s->size * s->size; }
static void scale(struct shape *s, double by) { s->size *= by; }
static const struct shape_class square = { "square", square_area, scale }, circle = { "circle", circle_area, scale };

static int descending(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x < y) - (x > y);
}

/* A state machine whose states are functions returning the next state. */
struct state { struct state (*run)(int *counter); };
static struct state finish(int *counter) { *counter *= 10; return (struct state){ NULL }; }
static struct state work(int *counter) { return (struct state){ ++*counter < 5 ? work : finish }; }

static int apply_n(Binary *f, int n, int x)
{
    return n ? apply_n(f, n - 1, f(x, n)) : x;
}

static long many_arguments(int a, long b, char c, short d, double e, float f, int g, int h, long i, unsigned char j)
{
    return a + b + c + d + (long)e + (long)f + g + h + i + j;
}

int main(void)
{
    for (int i = 0; i < 3; i++)
        printf("%d %d\n", table[i](7, 3), (*table[i])(-7, 3));
    printf("%d %d %d\n", select_operation('+') == add, select_operation('-') == add, select_operation('?') == NULL);
    printf("%d\n", select_operation('*')(6, 7));
    int values[] = { 5, 3, 9, 1 };
    long total = 0;
    for_each(values, 4, accumulate, &total);
    for_each(values, 4, print_value, " v");
    printf(" total %ld\n", total);
    struct shape shapes[] = { { &square, 2 }, { &circle, 3 } };
    for (int i = 0; i < 2; i++) {
        shapes[i].class->scale(&shapes[i], 1.5);
        printf("%s %g\n", shapes[i].class->name, shapes[i].class->area(&shapes[i]));
    }
    qsort(values, 4, sizeof values[0], descending);
    printf("%d %d %d %d\n", values[0], values[1], values[2], values[3]);
    int counter = 0;
    for (struct state s = { work }; s.run;)
        s = s.run(&counter);
    printf("%d\n", counter);
    printf("%d %d\n", apply_n(add, 10, 0), apply_n(multiply, 5, 1));
    void (*generic)(void) = (void (*)(void))many_arguments;
    typedef long Many(int, long, char, short, double, float, int, int, long, unsigned char);
    printf("%ld\n", ((Many *)generic)(1, 2, 3, 4, 5.5, 6.5f, 7, 8, 9, 250));
    size_t (*length)(const char *) = strlen;
    printf("%zu\n", length("library functions have addresses too"));
    printf("%d\n", (values[0] > 5 ? add : subtract)(1, 2));
    return 0;
}

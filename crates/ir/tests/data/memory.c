// Objects: aggregates by value, initialisers, linkage, sections, alignment, thread-locals, dynamic stack.
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct point { double x, y; };
struct large { int values[12]; struct point at; const char *name; };
struct __attribute__((packed)) odd { char c; long l; short s; };
union number { float f; unsigned u; unsigned char bytes[8]; };
struct node { struct node *next; int value; int tail[]; };

extern int elsewhere[];
extern struct opaque outside;
int tentative;
struct large tentative_large;
int zero = 0;
static int hidden = 7;
const char greeting[] = "quote \" backslash \\ newline \n tab \t high \xff nul \0 end";
const char *const words[] = { "one", "two", greeting + 6, NULL };
struct node third = { NULL, 3 }, second = { &third, 2 };
struct odd packed = { 'a', -1, 2 };
union number pi = { .f = 3.14159f };
double table[3][2] = { { 1.0, -0.0 }, { 1e-310, 0.1 } };
ptrdiff_t distance = (char *)&second.value - (char *)&second;
int *inner = &tentative_large.values[5];
int *past = elsewhere + 3;
size_t as_number = (size_t)&hidden;
__attribute__((aligned(64))) char aligned[3];
__attribute__((section("my_section"))) int placed = 1;
__attribute__((weak)) int weak_variable = 4;
extern int maybe __attribute__((weak));
_Thread_local int per_thread = 9;
static _Thread_local struct point cursor;
int (*callback)(const char *) = atoi;

int original(int a) { return a + hidden; }
int other_name(int a) __attribute__((alias("original")));
__attribute__((weak)) int weak_function(void) { return 1; }
static __attribute__((noinline)) int local_function(int *a) { return *a + cursor.x; }

struct point swap(struct point p) { return (struct point){ p.y, p.x }; }
struct large grow(struct large by_value, int n) {
    by_value.values[n] += hidden++;
    by_value.at = swap(by_value.at);
    return by_value;
}

int sum(int count, ...) {
    va_list list, copy;
    int total = 0;
    va_start(list, count);
    va_copy(copy, list);
    while (count-- > 0)
        total += va_arg(list, int) + (int)va_arg(copy, long);
    va_end(copy);
    va_end(list);
    return total;
}

int use_everything(int n) {
    int vla[n + 1];
    char *block = __builtin_alloca(n);
    struct large l = { { 1, 2, 3 }, { 0.5, 1.5 }, words[1] }, m;
    memset(vla, 0, sizeof vla);
    memcpy(block, greeting, n);
    memmove(block + 1, block, n - 1);
    m = grow(l, n);
    pi.bytes[1] ^= packed.c;
    per_thread += (int)cursor.y + (int)offsetof(struct odd, s);
    cursor = m.at;
    struct node *node = malloc(sizeof *node + 4 * sizeof(int));
    node->tail[2] = second.next->value;
    n += node->tail[2] + sum(3, 1, 2, (int)packed.l) + local_function(&vla[n]);
    free(node);
    return n + other_name(weak_function()) + (&maybe ? maybe : 0) + strlen(m.name) + (int)table[1][1] + (int)(size_t)&outside;
}

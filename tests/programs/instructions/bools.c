// _Bool: conversion from every type, arithmetic, arrays, struct members, pointers, return values and comparisons.
// native: same
#include <stdbool.h>
#include <stdio.h>

struct options { bool verbose, dry_run; int level; bool flags[5]; };

static bool is_prime(int n)
{
    for (int i = 2; i * i <= n; i++)
        if (n % i == 0)
            return false;
    return n > 1;
}

static bool as_bool(long value) { return value; }
static bool toggle(bool *b) { return *b = !*b; }
static int count(const bool *flags, int n)
{
    int total = 0;
    for (int i = 0; i < n; i++)
        total += flags[i];
    return total;
}

static bool majority(bool a, bool b, bool c) { return (a & b) | (b & c) | (a & c); }
static bool exclusive(bool a, bool b) { return a ^ b; }

int main(void)
{
    volatile double small = 0.001, zero = -0.0;
    const char *pointer = "object", *null = NULL;
    bool from_pointer = pointer, from_null = null, from_double = small, from_nan = zero / zero, from_zero = zero;
    bool from_high_bit = as_bool(1L << 40);
    printf("%d %d %d %d %d %d %d\n", from_pointer, from_null, from_double, from_nan, from_zero, from_high_bit,
           as_bool(0));
    struct options options = { .dry_run = 7, .flags = { 1, 0, 2, 0, 4 } };
    printf("%d %d %d %zu\n", options.verbose, options.dry_run, count(options.flags, 5), sizeof options);
    bool b = true;
    b += 5;
    printf("%d ", b);
    b ^= 1;
    printf("%d ", b);
    b |= 8;
    printf("%d ", b);
    printf("%d ", toggle(&b));
    printf("%d\n", toggle(&b));
    printf("%d %d %d\n", true + true, true << 3, -(int)true);
    for (int i = 0; i < 8; i++)
        printf("%d%d ", majority(i & 4, i & 2, i & 1), exclusive(i & 4, i & 1));
    putchar('\n');
    for (int i = 0; i < 30; i++)
        putchar(is_prime(i) ? '*' : '.');
    putchar('\n');
    bool table[2][2] = { { false, true }, { true, true } };
    printf("%d %d %s\n", table[is_prime(7)][is_prime(8)], !table[0][0] == true, is_prime(97) ? "prime" : "composite");
    return 0;
}

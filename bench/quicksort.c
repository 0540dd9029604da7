// Quicksort by recursion, with insertion sort for short ranges: comparisons, swaps and calls.
#include <stdint.h>
#include <stdio.h>

#define COUNT 120000

static int32_t values[COUNT];

static void insertion_sort(int32_t *from, int32_t *to) {
    for (int32_t *i = from + 1; i < to; i++) {
        int32_t value = *i;
        int32_t *j = i;
        for (; j > from && j[-1] > value; j--) *j = j[-1];
        *j = value;
    }
}

static void swap(int32_t *a, int32_t *b) {
    int32_t value = *a;
    *a = *b;
    *b = value;
}

static int32_t *partition(int32_t *from, int32_t *to) {
    int32_t pivot = from[(to - from) / 2];
    int32_t *left = from, *right = to - 1;
    for (;;) {
        while (*left < pivot) left++;
        while (*right > pivot) right--;
        if (left >= right) return right + 1;
        swap(left++, right--);
    }
}

static void quicksort(int32_t *from, int32_t *to) {
    if (to - from < 12) {
        insertion_sort(from, to);
        return;
    }
    int32_t *middle = partition(from, to);
    quicksort(from, middle);
    quicksort(middle, to);
}

int main(void) {
    uint32_t seed = 1, sum = 0;
    for (int i = 0; i < COUNT; i++) {
        seed = seed * 1664525u + 1013904223u;
        values[i] = (int32_t)seed;
    }
    quicksort(values, values + COUNT);
    int sorted = 1;
    for (int i = 0; i < COUNT; i++) {
        if (i > 0 && values[i - 1] > values[i]) sorted = 0;
        sum = sum * 31 + (uint32_t)values[i];
    }
    printf("quicksort %d %08x\n", sorted, sum);
    return 0;
}

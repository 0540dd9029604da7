// malloc, calloc, realloc, aligned_alloc, posix_memalign, reallocarray: contents, alignment, growth, limits, null arguments.
// native: same
#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int aligned(const void *p, size_t to) { return (uintptr_t)p % to == 0; }

static void sizes(void)
{
    int ok = 1;
    for (size_t n = 1; n < 3000; n = n * 3 / 2 + 1) {
        unsigned char *p = malloc(n);
        ok &= p && aligned(p, 16) && malloc_usable_size(p) >= n;
        memset(p, 0xaa, n);
        free(p);
    }
    printf("sizes %d\n", ok);
}

static void zeroed(void)
{
    int dirty = 0;
    for (int round = 0; round < 5; round++) {
        unsigned char *p = calloc(50, 7);
        for (int i = 0; i < 350; i++)
            dirty |= p[i];
        memset(p, 0xff, 350);
        free(p);
    }
    printf("calloc %d\n", dirty);
}

static void growing(void)
{
    size_t capacity = 1, count = 0;
    int *values = realloc(NULL, capacity * sizeof *values);
    for (int i = 0; i < 1000; i++) {
        if (count == capacity) {
            capacity *= 2;
            values = realloc(values, capacity * sizeof *values);
        }
        values[count++] = i * i;
    }
    long sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += values[i];
    values = realloc(values, 10 * sizeof *values);
    printf("realloc %ld %d\n", sum, values[9]);
    free(values);
    char *text = malloc(4);
    strcpy(text, "abc");
    text = reallocarray(text, 100, 10);
    strcat(text, "def");
    puts(text);
    free(text);
}

static void special(void)
{
    free(NULL);
    void *p = aligned_alloc(256, 512), *q = NULL;
    int code = posix_memalign(&q, 4096, 100);
    printf("%d %d %d\n", aligned(p, 256), code, aligned(q, 4096));
    free(p);
    free(q);
    printf("%d\n", posix_memalign(&q, 3, 100) == EINVAL);
    p = memalign(64, 10);
    q = valloc(10);
    printf("%d %d\n", aligned(p, 64), aligned(q, 4096));
    free(p);
    free(q);
}

/* Volatile, because compilers may assume that an unused allocation succeeds, and that malloc leaves errno alone. */
static void too_large(volatile size_t huge)
{
    void *volatile p = calloc(huge, 16);
    printf("%d ", p == NULL);
    p = malloc(huge);
    printf("%d ", p == NULL);
    errno = 0;
    p = reallocarray(NULL, huge, 16);
    printf("%d %d\n", p == NULL, errno == ENOMEM);
}

struct node { struct node *left, *right; int key; };

static struct node *insert(struct node *tree, int key)
{
    if (!tree) {
        tree = calloc(1, sizeof *tree);
        tree->key = key;
    } else if (key < tree->key) {
        tree->left = insert(tree->left, key);
    } else {
        tree->right = insert(tree->right, key);
    }
    return tree;
}

static int release(struct node *tree)
{
    if (!tree)
        return 0;
    int count = release(tree->left) + 1 + release(tree->right);
    free(tree);
    return count;
}

int main(void)
{
    sizes();
    zeroed();
    growing();
    special();
    too_large(SIZE_MAX / 8);
    struct node *tree = NULL;
    for (int i = 0; i < 500; i++)
        tree = insert(tree, i * 7919 % 503);
    printf("%d nodes freed\n", release(tree));
    return 0;
}

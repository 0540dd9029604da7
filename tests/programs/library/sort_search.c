// qsort and bsearch with user callbacks: element sizes, stability-free results, context through qsort_r, failed searches.
// native: same
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct person { char name[12]; int age; };

static int comparisons;

static int by_int(const void *a, const void *b)
{
    comparisons++;
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static int by_string(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }
static int by_byte(const void *a, const void *b) { return *(const unsigned char *)a - *(const unsigned char *)b; }

static int by_age_then_name(const void *a, const void *b)
{
    const struct person *p = a, *q = b;
    return p->age != q->age ? (p->age > q->age) - (p->age < q->age) : strcmp(p->name, q->name);
}

static int scaled(const void *a, const void *b, void *context)
{
    int factor = *(int *)context;
    return by_int(a, b) * factor;
}

static void ints(void)
{
    enum { N = 200 };
    int values[N];
    unsigned seed = 7;
    for (int i = 0; i < N; i++) {
        seed = seed * 1103515245 + 12345;
        values[i] = (int)(seed >> 16) % 500 - 250;
    }
    qsort(values, N, sizeof values[0], by_int);
    int sorted = 1;
    for (int i = 1; i < N; i++)
        sorted &= values[i - 1] <= values[i];
    printf("%d %d %d %d\n", sorted, values[0], values[N - 1], comparisons > N);
    int key = values[77], absent = 1000;
    int *found = bsearch(&key, values, N, sizeof values[0], by_int);
    printf("%d %d\n", *found == key, bsearch(&absent, values, N, sizeof values[0], by_int) == NULL);
    int direction = -1;
    qsort_r(values, N, sizeof values[0], scaled, &direction);
    printf("%d %d\n", values[0], values[N - 1]);
}

static void other_types(void)
{
    const char *words[] = { "pear", "apple", "fig", "banana", "cherry" };
    qsort(words, 5, sizeof words[0], by_string);
    for (int i = 0; i < 5; i++)
        printf("%s ", words[i]);
    char letters[] = "the quick brown fox";
    qsort(letters, strlen(letters), 1, by_byte);
    printf("[%s]\n", letters);
    struct person people[] = { { "Ann", 30 }, { "Bob", 25 }, { "Cid", 30 }, { "Dee", 20 }, { "Abe", 25 } };
    qsort(people, 5, sizeof people[0], by_age_then_name);
    for (int i = 0; i < 5; i++)
        printf("%s-%d ", people[i].name, people[i].age);
    struct person key = { "Cid", 30 };
    struct person *found = bsearch(&key, people, 5, sizeof people[0], by_age_then_name);
    printf("%td\n", found - people);
}

static int nested_compare(const void *a, const void *b)
{
    int x[3] = { *(const int *)a, 5, *(const int *)b };
    qsort(x, 3, sizeof x[0], by_int);
    return *(const int *)a == x[0] ? (*(const int *)b == x[0] ? 0 : -1) : 1;
}

int main(void)
{
    ints();
    other_types();
    int none[1] = { 3 };
    qsort(none, 0, sizeof none[0], by_int);
    qsort(none, 1, sizeof none[0], by_int);
    printf("%d %d\n", none[0], bsearch(none, none, 0, sizeof none[0], by_int) == NULL);
    int values[] = { 9, 2, 7, 4 };
    qsort(values, 4, sizeof values[0], nested_compare);
    printf("%d %d %d %d\n", values[0], values[1], values[2], values[3]);
    return 0;
}

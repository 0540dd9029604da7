// Variable-length arrays, variably modified parameters and alloca; stack memory is given back at scope exit.
// native: same
#include <alloca.h>
#include <stdio.h>
#include <string.h>

static long sum(int rows, int columns, int matrix[rows][columns])
{
    long total = 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            total += matrix[i][j];
    return total;
}

static long fill_and_sum(int rows, int columns)
{
    int matrix[rows][columns];
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            matrix[i][j] = i * 10 + j;
    printf("%zu %zu ", sizeof matrix, sizeof matrix[0]);
    return sum(rows, columns, matrix);
}

/* Without release at the end of each iteration this would need 64 MiB of stack. */
static unsigned scoped(int iterations)
{
    unsigned checksum = 0;
    for (int i = 0; i < iterations; i++) {
        char buffer[65536 - i];
        buffer[0] = (char)i;
        buffer[sizeof buffer - 1] = (char)(i * 3);
        checksum = checksum * 31 + (unsigned char)buffer[0] + (unsigned char)buffer[sizeof buffer - 1];
    }
    return checksum;
}

struct node { struct node *next; int value; };

/* Memory of alloca lives until the function returns, not until the end of the block. */
static int alloca_list(int n)
{
    struct node *head = NULL;
    for (int i = 0; i < n; i++) {
        struct node *node = alloca(sizeof *node);
        *node = (struct node){ head, i };
        head = node;
    }
    int total = 0;
    for (struct node *node = head; node; node = node->next)
        total = total * 3 + node->value;
    return total;
}

static int jump_out(int n)
{
    int i = 0;
again:;
    int block[n + i];
    memset(block, i, sizeof block);
    if (++i < 5)
        goto again;
    return block[n] + (int)(sizeof block / sizeof block[0]);
}

static int size;
static int next_size(void) { return ++size; }

/* The size is evaluated once, where the type is declared. */
static int side_effects(int n)
{
    int array[next_size()];
    typedef char Row[next_size() + n];
    n = 100;
    Row row;
    return (int)(sizeof array / sizeof(int)) * 100 + (int)sizeof row * 10 + next_size();
}

int main(void)
{
    printf("%ld\n", fill_and_sum(3, 4));
    printf("%ld\n", fill_and_sum(7, 1));
    printf("%u\n", scoped(1000));
    printf("%d\n", alloca_list(12));
    printf("%d\n", jump_out(3));
    printf("%d\n", side_effects(4));
    char *text = alloca(6);
    strcpy(text, "hello");
    char *more = alloca(6);
    strcpy(more, "world");
    printf("%s %s\n", text, more);
    return 0;
}

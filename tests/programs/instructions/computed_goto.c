// Labels as values: a threaded interpreter, a table of label differences, and computed goto out of a loop.
// native: same
#include <stdio.h>

enum { PUSH, ADD, MUL, DUP, SWAP, SUB, JNZ, PRINT, HALT };

static int interpret(const int *code)
{
    static void *const labels[] = { &&push, &&add, &&mul, &&dup, &&swap, &&sub, &&jnz, &&print, &&halt };
    int stack[16], top = 0, pc = 0, steps = 0;
#define NEXT do { steps++; goto *labels[code[pc++]]; } while (0)
    NEXT;
push: stack[top++] = code[pc++]; NEXT;
add: top--; stack[top - 1] += stack[top]; NEXT;
mul: top--; stack[top - 1] *= stack[top]; NEXT;
dup: stack[top] = stack[top - 1]; top++; NEXT;
swap: { int t = stack[top - 1]; stack[top - 1] = stack[top - 2]; stack[top - 2] = t; } NEXT;
sub: top--; stack[top - 1] -= stack[top]; NEXT;
jnz: pc = stack[--top] ? code[pc] : pc + 1; NEXT;
print: printf("%d\n", stack[top - 1]); NEXT;
halt:
    return steps;
}

/* Differences of labels are constants; a position-independent table uses them. */
static int offsets(int which)
{
    static const int table[] = { &&zero - &&zero, &&one - &&zero, &&two - &&zero };
    goto *(&&zero + table[which]);
zero: return 10;
one: return 11;
two: return 12;
}

static int count_words(const char *text)
{
    void *state = &&outside;
    int words = 0;
    for (; *text; text++) {
        goto *state;
outside:
        if (*text != ' ') {
            words++;
            state = &&inside;
        }
        continue;
inside:
        if (*text == ' ')
            state = &&outside;
    }
    return words;
}

int main(void)
{
    /* Counts down from 5 and prints the factorial. */
    static const int factorial[] = {
        PUSH, 1, PUSH, 5,
        DUP, PUSH, 0, ADD, SWAP, PUSH, 1, SUB, DUP, JNZ, 18, PUSH, 0, HALT,
        SWAP, PRINT, SWAP, DUP, JNZ, 4, HALT,
    };
    static const int arithmetic[] = { PUSH, 6, PUSH, 7, MUL, DUP, PRINT, PUSH, 100, SWAP, SUB, PRINT, HALT };
    printf("%d steps\n", interpret(arithmetic));
    printf("%d steps\n", interpret(factorial));
    for (int i = 0; i < 3; i++)
        printf("%d ", offsets(i));
    printf("\n%d words\n", count_words("  the quick  brown fox "));
    return 0;
}

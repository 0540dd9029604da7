// A small stack machine that computes Collatz sequences: a switch in a loop, and indirect data flow.
#include <stdint.h>
#include <stdio.h>

enum op { PUSH, LOAD, STORE, ADD, MUL, HALF, ODD, LESS, JUMP, JUMP_IF_ZERO, HALT };

struct instruction {
    enum op op;
    int64_t operand;
};

enum variable { N, CURRENT, STEPS, VARIABLES };

// for (n = 1; n < LIMIT; n++) for (current = n; 1 < current; steps++) current = current odd ? 3 * current + 1 : current / 2
#define LIMIT 1800
static const struct instruction program[] = {
    {PUSH, 1},       {STORE, N},                                                 // 0
    {LOAD, N},       {PUSH, LIMIT},   {LESS, 0},    {JUMP_IF_ZERO, 34},          // 2
    {LOAD, N},       {STORE, CURRENT},                                           // 6
    {PUSH, 1},       {LOAD, CURRENT}, {LESS, 0},    {JUMP_IF_ZERO, 29},          // 8
    {LOAD, STEPS},   {PUSH, 1},       {ADD, 0},     {STORE, STEPS},              // 12
    {LOAD, CURRENT}, {ODD, 0},        {JUMP_IF_ZERO, 25},                        // 16
    {LOAD, CURRENT}, {PUSH, 3},       {MUL, 0},     {PUSH, 1},     {ADD, 0},     // 19
    {JUMP, 27},                                                                  // 24
    {LOAD, CURRENT}, {HALF, 0},                                                  // 25
    {STORE, CURRENT}, {JUMP, 8},                                                 // 27
    {LOAD, N},       {PUSH, 1},       {ADD, 0},     {STORE, N},    {JUMP, 2},    // 29
    {HALT, 0},                                                                   // 34
};

static int64_t variables[VARIABLES];
static uint64_t executed;

static void run(void) {
    int64_t stack[16];
    int top = 0;
    for (int pc = 0;; executed++) {
        const struct instruction *i = &program[pc++];
        switch (i->op) {
        case PUSH: stack[top++] = i->operand; break;
        case LOAD: stack[top++] = variables[i->operand]; break;
        case STORE: variables[i->operand] = stack[--top]; break;
        case ADD: top--; stack[top - 1] += stack[top]; break;
        case MUL: top--; stack[top - 1] *= stack[top]; break;
        case HALF: stack[top - 1] /= 2; break;
        case ODD: stack[top - 1] &= 1; break;
        case LESS: top--; stack[top - 1] = stack[top - 1] < stack[top]; break;
        case JUMP: pc = (int)i->operand; break;
        case JUMP_IF_ZERO: if (!stack[--top]) pc = (int)i->operand; break;
        case HALT: return;
        }
    }
}

int main(void) {
    run();
    printf("interpreter %lld %llu\n", (long long)variables[STEPS], (unsigned long long)executed);
    return 0;
}

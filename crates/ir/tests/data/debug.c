// Debug info: one of each kind of type, lexical blocks, and a call that is inlined.
typedef unsigned char byte;
enum colour { RED, GREEN = -5 };
struct node {
    int value;
    unsigned low : 3, high : 5;
    struct node *next;
    double grid[4][2];
    union { char c; long l; };
    enum colour colour;
    _Atomic int shared;
    const volatile byte *bytes;
    int (*callback)(int, void *);
    _Bool flags[];
};

struct node global;
static __thread float per_thread;

static inline int scaled(int number) {
    return number / (global.value | 1);
}

int outer(struct node *list, int count) {
    static int calls;
    calls++;
    for (int i = 0; i < count; i++) {
        int step = scaled(list->value);
        list->value += step + (int)per_thread;
    }
    return list->value;
}

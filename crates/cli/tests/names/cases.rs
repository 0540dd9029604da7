//! Programs whose memory has parts with and without names.

/// A program, and the names of the memory that its threads touch, in all steps and at all levels of optimisation.
pub(super) struct Case {
    pub name: &'static str,
    pub source: &'static str,
    pub names: &'static [&'static str],
}

pub(super) const CASES: &[Case] = &[
    Case {
        name: "anonymous union",
        source: r#"
struct node {
    void *data;
    union { struct node *_Atomic next; struct node *_Atomic free_next; };
    atomic_int can_free;
};
struct node *n;
int main(void)
{
    n = calloc(1, sizeof *n);
    n->next = n;
    n->free_next = 0;
    n->can_free = 1;
    end();
}
"#,
        // Type information cannot tell which of the two is meant.
        names: &["node#1.next", "node#1.can_free"],
    },
    Case {
        name: "anonymous union in an anonymous struct",
        source: r#"
struct {
    unsigned before : 3, beside : 7;
    struct {
        atomic_int first;
        union {
            struct { atomic_short low; struct { atomic_short high; }; };
            atomic_int word;
            atomic_long wide;
        };
        unsigned after : 5;
    };
    atomic_int last;
} g[2];
int main(void)
{
    g[1].first = 1;
    g[1].low = 1;
    g[1].high = 1;
    g[1].word = 1;
    g[1].wide = 1;
    g[1].last = 1;
    end();
}
"#,
        names: &["g[1].first", "g[1].low", "g[1].high", "g[1].word", "g[1].wide", "g[1].last"],
    },
    Case {
        name: "union of two structs",
        source: r#"
union event {
    struct { atomic_int kind; atomic_int x; atomic_int y; } motion;
    struct { atomic_int kind; atomic_char key; atomic_long time; } press;
};
union event one;
union event *many;
int main(void)
{
    many = calloc(3, sizeof *many);
    one.motion.y = 1;
    one.press.key = 1;
    one.press.kind = 1;
    many[2].press.time = 1;
    many[1].motion.x = 1;
    end();
}
"#,
        names: &[
            "one.motion.y",
            "one.press.key",
            "one.motion.kind",
            "event#1[2].press.time",
            "event#1[1].motion.x",
        ],
    },
    Case {
        name: "array of unions",
        source: r#"
union { atomic_char bytes[8]; atomic_int number; atomic_long all; } cells[3];
int main(void)
{
    cells[2].all = 1;
    cells[1].number = 1;
    cells[0].bytes[5] = 1;
    end();
}
"#,
        names: &["cells[2].all", "cells[1].number", "cells[0].bytes[5]"],
    },
    Case {
        name: "typedef of a struct without a name",
        source: r#"
typedef struct { struct { atomic_int head, tail; }; struct { atomic_int _users; } __own; } queue;
queue *q;
int main(void)
{
    q = calloc(1, sizeof *q);
    q->tail = 1;
    q->__own._users = 1;
    end();
}
"#,
        names: &["queue#1.tail", "queue#1.__own._users"],
    },
    Case {
        name: "typed in another function",
        source: r#"
struct ring { int head; atomic_int tail; atomic_int users; };
void *r;
__attribute__((noinline)) static void put(void *p) { struct ring *q = p; q->users++; q->tail++; }
static void *run(void *argument) { put(r); return argument; }
int main(void)
{
    size_t size = sizeof(struct ring);
    r = malloc(size);
    memset(r, 0, size);
    atomic_fetch_add((atomic_int *)((char *)r + 4), 1);
    put(r);
    beside(run);
    end();
}
"#,
        names: &["ring#1.tail", "ring#1.users"],
    },
    Case {
        name: "array of structs",
        source: r#"
struct item { long key; atomic_int n; };
void *items;
__attribute__((noinline)) static void count(void *of, int i) { struct item *it = of; it[i].n++; }
static void *run(void *argument) { count(items, 2); return argument; }
int main(void)
{
    items = calloc(3, sizeof(struct item));
    count(items, 1);
    beside(run);
    end();
}
"#,
        names: &["item#1[1].n", "item#1[2].n"],
    },
    Case {
        name: "flexible array member",
        source: r#"
struct message { atomic_int length; int kind; atomic_int data[]; };
struct buffer { atomic_int used; atomic_int room; };
void *m, *b;
__attribute__((noinline)) static void fill(void *to, int i)
{
    struct message *message = to;
    message->length++;
    message->data[i] = 5;
}
int main(void)
{
    m = calloc(1, sizeof(struct message) + 4 * sizeof(int));
    b = calloc(1, sizeof(struct buffer) + 5);
    fill(m, 3);
    struct buffer *buffer = b;
    buffer->room = 5;
    atomic_char *payload = (atomic_char *)(buffer + 1);
    payload[2] = 1;
    end();
}
"#,
        names: &["message#1.length", "message#1.data[3]", "buffer#2.room", "buffer#2 + 10"],
    },
    Case {
        name: "array of pointers",
        source: r#"
struct node { atomic_int value; };
struct node *_Atomic *table;
char **words;
int main(void)
{
    table = calloc(4, sizeof *table);
    words = calloc(2, sizeof *words);
    table[2] = calloc(1, sizeof **table);
    __atomic_store_n(&words[1], (char *)"x", __ATOMIC_SEQ_CST);
    table[2]->value = 1;
    end();
}
"#,
        names: &["node*#1[2]", "char*#2[1]", "node#3.value"],
    },
    Case {
        name: "two types",
        source: r#"
struct point { atomic_int x, y; };
struct range { atomic_int from, to; };
void *shared;
__attribute__((noinline)) static void move(struct point *p) { p->y++; }
__attribute__((noinline)) static void widen(struct range *r) { r->to++; }
__attribute__((noinline)) static void poke(atomic_uint *w) { w[1]++; }
static void *run(void *argument) { widen(shared); poke(shared); return argument; }
int main(void)
{
    shared = calloc(1, sizeof(struct point));
    poke(shared);
    move(shared);
    beside(run);
    end();
}
"#,
        names: &["range#1.to"],
    },
    Case {
        name: "part and whole",
        source: r#"
struct base { atomic_int kind; };
struct derived { struct base base; atomic_int more; };
struct base *shared;
int main(void)
{
    struct derived *d = calloc(1, sizeof *d);
    shared = &d->base;
    shared->kind = 1;
    d->more = 1;
    end();
}
"#,
        names: &["derived#1.base.kind", "derived#1.more"],
    },
    Case {
        name: "realloc",
        source: r#"
struct item { atomic_int a, b; };
struct item *items;
int main(void)
{
    items = calloc(1, sizeof *items);
    items->b = 1;
    items = realloc(items, 3 * sizeof *items);
    memset(items, 0, 3 * sizeof *items);
    items[2].a = 1;
    end();
}
"#,
        names: &["item#1.b", "item#2[2].a"],
    },
    Case {
        name: "blocks without a type",
        source: r#"
char *a, *b;
int main(void)
{
    a = calloc(1, 6);
    b = calloc(1, 6);
    __atomic_store_n(&a[5], 1, __ATOMIC_SEQ_CST);
    __atomic_store_n(&b[5], 1, __ATOMIC_SEQ_CST);
    end();
}
"#,
        names: &["6-byte block#1 + 5", "6-byte block#2 + 5"],
    },
    Case {
        name: "lock in a block",
        source: r#"
struct guarded { int n; pthread_mutex_t lock; };
void *g;
__attribute__((noinline)) static void enter(void *p)
{
    struct guarded *guarded = p;
    pthread_mutex_lock(&guarded->lock);
    pthread_mutex_unlock(&guarded->lock);
}
int main(void)
{
    g = calloc(1, sizeof(struct guarded));
    pthread_mutex_t *alone = calloc(1, sizeof *alone);
    enter(g);
    pthread_mutex_lock(alone);
    end();
}
"#,
        names: &["guarded#1.lock", "pthread_mutex_t#2"],
    },
];

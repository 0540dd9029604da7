//! What calls do: to arguments, to what is returned, and what they may do unseen.

use super::check_body;

#[test]
fn a_returned_block_is_fresh_in_the_caller() {
    check_body(
        "struct node *make(int x) {
            struct node *n = malloc(sizeof *n);
            n->x = x; // fresh
            return n;
        }
        struct node *publish(int x) {
            struct node *n = make(x);
            head = n;
            return n;
        }
        void *worker(void *arg) {
            struct node *a = make(1), *b = publish(2);
            a->x = 2; // fresh
            b->x = 2; // shared
            head = a;
            a->x = 3; // shared
            return a;
        }",
    );
}

#[test]
fn parameters_are_fresh_where_all_arguments_are() {
    check_body(
        "void init(struct node *n, int x) {
            n->x = x; // fresh
            n->next = 0; // fresh
        }
        void set(struct node *n, int x) {
            n->x = x; // shared
        }
        void add(struct node *to, struct node *n) {
            n->y = 1; // fresh
            to->next = n; // fresh
        }
        void leak(struct node *n) {
            n->x = 1; // fresh
            tail = n;
            n->x = 2; // shared
        }
        void *worker(void *arg) {
            struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b), *c = malloc(sizeof *c);
            init(a, 1);
            init(b, 1);
            init(c, 1);
            set(a, 1);
            add(a, b);
            a->x = 5; // fresh
            b->x = 5; // fresh
            leak(c);
            c->x = 5; // shared
            head = a;
            set(a, 2);
            b->x = 6; // shared
            return 0;
        }",
    );
}

#[test]
fn arguments_that_may_be_the_same_are_not_fresh() {
    check_body(
        "void both(struct node *a, struct node *b) {
            a->x = 1; // shared
            tail = b;
            a->x = 2; // shared
        }
        void *worker(void *arg) {
            struct node *a = malloc(sizeof *a);
            both(a, a);
            a->x = 1; // shared
            return 0;
        }",
    );
}

#[test]
fn what_an_argument_gets_from_another_one_escapes_with_it() {
    check_body(
        "void link_(struct node *a, struct node *b) { a->next = b; }
        void leak_next(struct node *a) { head = a->next; }
        void *worker(void *arg) {
            struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
            link_(a, b);
            b->x = 1; // fresh
            leak_next(a);
            b->x = 2; // shared
            return 0;
        }",
    );
}

#[test]
fn unknown_functions_may_do_anything() {
    check_body(
        "void (*indirect)(struct node *);
        void undefined(struct node *);
        int variadic(int n, ...) {
            __builtin_va_list list;
            __builtin_va_start(list, n);
            int first = __builtin_va_arg(list, int); // fresh
            __builtin_va_end(list);
            return first;
        }
        void *worker(void *arg) {
            struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b), *c = malloc(sizeof *c), *d = malloc(sizeof *d);
            a->x = b->x = c->x = d->x = 1; // fresh
            indirect(a);
            a->x = 2; // shared
            undefined(b);
            b->x = 2; // shared
            variadic(1, c);
            c->x = 2; // shared
            __asm__ volatile(\"\" : : \"r\"(d) : \"memory\");
            d->x = 2; // shared
            return 0;
        }",
    );
}

#[test]
fn nothing_is_claimed_where_control_returns_twice() {
    check_body(
        "#include <setjmp.h>
        jmp_buf jump;
        void *worker(void *arg) {
            struct node *n = malloc(sizeof *n);
            if (setjmp(jump))
                n->x = 1; // shared
            return 0;
        }",
    );
}

#[test]
fn recursive_functions_claim_nothing_of_their_parameters() {
    check_body(
        "void walk(struct node *n, int depth) {
            n->x = depth; // shared
            if (depth)
                walk(n, depth - 1);
        }
        void *worker(void *arg) {
            struct node *n = malloc(sizeof *n);
            n->x = 1; // fresh
            walk(n, 3);
            n->x = 2; // shared
            return 0;
        }",
    );
}

#[test]
fn structs_by_value_are_copies() {
    check_body(
        "struct big { long a[4]; struct node *p; } shared_;
        long sum(struct big b) {
            b.a[0] = 1; // fresh
            return b.a[0] + b.a[1]; // fresh
        }
        void *worker(void *arg) {
            v = sum(shared_);
            return 0;
        }",
    );
}

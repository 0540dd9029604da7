//! Pointers that are copied, and that are taken apart.

use super::check_body;

#[test]
fn pointers_in_numbers_escape() {
    check_body(
        "void *worker(void *arg) {
            struct node *n = malloc(sizeof *n);
            n->x = 1; // fresh
            uintptr_t number = (uintptr_t)n;
            v = number;
            n->x = 2; // shared
            return 0;
        }",
    );
}

#[test]
fn pointers_in_bytes_escape() {
    check_body(
        "char bytes[8];
        void *worker(void *arg) {
            struct node *n = malloc(sizeof *n), *o = malloc(sizeof *o);
            union { struct node *p; unsigned half[2]; } u;
            u.p = n;
            o->x = 1; // fresh
            n->x = 1; // fresh
            for (int i = 0; i < 8; i++)
                bytes[i] = ((char *)&u)[i];
            n->x = 2; // shared
            u.p = o;
            o->x = 2; // fresh
            v = u.half[0];
            o->x = 3; // shared
            return 0;
        }",
    );
}

#[test]
fn a_function_that_takes_pointers_apart_lets_them_escape() {
    check_body(
        "char bytes[8];
        void copy(char *from) { for (int i = 0; i < 8; i++) bytes[i] = from[i]; }
        void *worker(void *arg) {
            struct node *n = malloc(sizeof *n), *p = n;
            n->x = 1; // fresh
            copy((char *)&p);
            n->x = 2; // shared
            return 0;
        }",
    );
}

#[test]
fn copies_of_memory_copy_pointers() {
    check_body(
        "struct node global;
        void *worker(void *arg) {
            struct node *n = malloc(sizeof *n);
            struct node a, b;
            memset(&a, 0, sizeof a); // fresh
            a.next = n; // fresh
            b = a; // fresh
            n->x = 1; // fresh
            global = b; // shared
            n->x = 2; // shared
            return 0;
        }",
    );
}

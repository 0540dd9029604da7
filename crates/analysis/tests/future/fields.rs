//! Which fields may still be accessed.

use mazurka_vm::assembly::FunctionKind;
use mazurka_vm::{FieldId, Point};

use super::subject;

#[test]
fn fields_are_those_of_the_innermost_struct() {
    let subject = subject(
        "struct inner { int x; double y; };
        struct outer { struct inner first; struct inner more[3]; int numbers[4]; struct outer *next; };
        struct outer *head; int i;
        int main(void) {
            head->first.x = 1; // a
            head->more[i].x = 2; // b
            head->first.y = 3; // c
            head->numbers[1] = 4; // d
            head->numbers[i] = 5; // e
            head->next = 0; // f
            head->next->next = 0; // g
            struct inner *p = &head->more[1];
            p->x = 6; // h
            int *q = &head->numbers[i];
            *q = 7; // i
            return 0;
        }",
    );
    for (one, other) in [('a', 'b'), ('a', 'h'), ('d', 'e'), ('f', 'g'), ('d', 'i')] {
        assert!(subject.overlap(one, other), "{one} {other}");
    }
    for (one, other) in [('a', 'c'), ('a', 'd'), ('d', 'f'), ('c', 'f'), ('a', 'i')] {
        assert!(!subject.overlap(one, other) && !subject.overlap(other, one), "{one} {other}");
    }
    assert!(subject.may_access('h', 'a', true) && !subject.may_access('i', 'a', false));
    assert!(subject.may_access('c', 'c', true) && !subject.may_access('d', 'c', false));
}

#[test]
fn variables_and_arrays_are_fields() {
    let subject = subject(
        "int x, y, numbers[8], i; long longs[8]; struct point { int x, y; } point;
        void set(int *p) {
            *p = 1; // a
        }
        void walk(int *p) {
            p[i] = 2; // b
        }
        void elsewhere(long *p) {
            p[i] = 3; // c
        }
        int main(void) {
            int local[4];
            static long *where;
            set(&x);
            x = 4; // d
            y = 5; // e
            numbers[2] = 6; // f
            numbers[3] = 7; // g
            numbers[i] = 8; // h
            walk(numbers);
            walk(local);
            point.y = 9; // j
            (&point)->y = 10; // k
            where = longs;
            elsewhere(where);
            longs[1] = 11; // l
            return x; // m
        }",
    );
    for (one, other) in [('a', 'd'), ('f', 'h'), ('g', 'h'), ('b', 'f'), ('j', 'k'), ('c', 'l')] {
        assert!(subject.overlap(one, other), "{one} {other}");
    }
    for (one, other) in [('a', 'e'), ('d', 'e'), ('f', 'g'), ('c', 'f'), ('j', 'd'), ('b', 'l')] {
        assert!(!subject.overlap(one, other), "{one} {other}");
    }
    assert!(subject.may_access('e', 'd', false) && !subject.may_access('e', 'd', true));
    assert!(!subject.may_access('m', 'e', false));
}

#[test]
fn what_is_not_understood_may_be_any_field() {
    let subject = subject(
        "struct a { int x, y; }; struct b { long x; };
        union both { struct a a; struct b b; } *u;
        int **somewhere; struct a *objects;
        int main(void) {
            **somewhere = 1; // a
            *(char *)(uintptr_t)somewhere = 2; // b
            objects[0] = objects[1]; // c
            u->a.y = 3; // d
            u->b.x = 4; // e
            return 0;
        }",
    );
    assert!(subject.is_any('a') && subject.is_any('b') && subject.is_any('c'));
    // Types are a first assumption; a caller that sees that it is wrong adds to it.
    assert!(!subject.overlap('d', 'e'));
    let mut overlaps = subject.table().field_overlaps().clone();
    let (one, other) = (subject.field('d'), subject.field('e'));
    assert!(overlaps.add(one, other) && !overlaps.add(other, one) && overlaps.overlap(one, other));
    let may =
        |from: char, of: FieldId| subject.table().may_access(subject.point(from), overlaps.of(of), true);
    assert!(may('e', one) && may('e', other));
    assert!(subject.may_access('a', 'd', true) && !subject.may_access('e', 'd', true));
}

#[test]
fn library_functions_access_what_their_arguments_point_to() {
    let subject = subject(
        "struct queue { pthread_mutex_t lock; pthread_cond_t filled; int count; } *q;
        pthread_mutex_t other; char name[8]; char *text; void *block;
        int main(void) {
            pthread_mutex_lock(&q->lock); // a
            while (!q->count) // b
                pthread_cond_wait(&q->filled, &q->lock); // c
            pthread_mutex_unlock(&q->lock); // d
            pthread_mutex_lock(&other); // e
            strcpy(name, \"text\"); // f
            strcpy(text, name); // g
            free(block); // h
            malloc(3); // i
            return q->count; // j
        }",
    );
    assert!(subject.overlap('a', 'd') && !subject.overlap('a', 'b') && !subject.overlap('a', 'e'));
    assert!(!subject.overlap('f', 'b') && !subject.overlap('f', 'e'));
    assert!(subject.is_any('g'));
    assert!(subject.overlap('h', 'b') && !subject.overlap('h', 'e') && !subject.overlap('h', 'f'));
    assert!(!subject.overlap('i', 'b') && !subject.overlap('i', 'h'));
    // The lock is accessed in the function that waits.
    assert!(subject.may_access('b', 'a', true));
}

#[test]
fn a_thread_that_does_little_accesses_little() {
    let subject = subject(
        "struct s { int x, y; } *s;
        void *worker(void *arg) {
            s->x = 1; // a
            return arg;
        }
        int main(void) {
            pthread_t t;
            pthread_create(&t, 0, worker, &s);
            pthread_join(t, 0);
            s->y = 2; // b
            return 0;
        }",
    );
    let start = subject.function("__mazurka_thread_start");
    let overlaps = subject.table().field_overlaps();
    let may = |label: char| subject.table().may_access(start, overlaps.of(subject.field(label)), false);
    assert!(may('a') && !may('b'));
    assert!(!subject.may_access('b', 'a', false));
}

#[test]
fn variables_of_a_function_end_with_it() {
    let subject = subject(
        "struct s { int x; } *shared;
        int f(void) {
            struct s local;
            shared = &local;
            local.x = 1; // a
            return local.x; // b
        }
        int g(int x) {
            return x; // c
        }
        int main(void) { return f() + g(1); }",
    );
    let FunctionKind::Code(code) = &subject.program.functions[subject.point('a').function as usize].kind
    else {
        panic!("it is code")
    };
    let pc =
        code.insns.iter().position(|insn| format!("{insn:?}").starts_with("Return")).expect("it returns");
    let end = subject.table().field(Point { pc: pc as u32, ..subject.point('a') });
    assert_eq!(subject.table().field_name(end), "the variables of f");
    let overlaps = subject.table().field_overlaps();
    assert!(subject.table().may_access(subject.point('b'), overlaps.of(end), true));
    assert!(!subject.table().may_access(subject.point('c'), overlaps.of(end), false));
}

//! Threads that may still be created.

use super::subject;

const THREADS: &str = "volatile int v;
    void *one(void *arg) {
        v = 1; // a
        return 0;
    }
    void helper(void) {
        v = 2; // b
    }
    void *two(void *arg) {
        pthread_t t;
        v = 3; // c
        pthread_create(&t, 0, one, 0);
        helper();
        v = 4; // d
        return 0;
    }";

#[test]
fn threads_are_part_of_the_future_of_those_that_may_create_them() {
    let subject = subject(&format!(
        "{THREADS}
        int main(void) {{
            pthread_t t;
            v = 5; // e
            pthread_create(&t, 0, two, 0);
            v = 6; // f
            pthread_join(t, 0);
            v = 7; // g
            return 0;
        }}"
    ));
    assert_eq!(subject.lines_after('e'), "abcdefg");
    assert_eq!(subject.lines_after('f'), "fg");
    assert_eq!(subject.lines_after('c'), "abcd");
    assert_eq!(subject.lines_after('a'), "a");
    assert_eq!(subject.lines_after('d'), "d");
}

#[test]
fn the_function_of_a_thread_may_come_from_anywhere() {
    let subject = subject(&format!(
        "#include <threads.h>
        {THREADS}
        int three(void *arg) {{
            v = 8; // h
            return 0;
        }}
        void *(*functions[])(void *) = {{one, two}};
        void start(void *(*f)(void *)) {{
            pthread_t t;
            pthread_create(&t, 0, f, 0);
        }}
        int main(int argc, char **argv) {{
            thrd_t t;
            v = 5; // e
            start(functions[argc]);
            v = 6; // f
            thrd_create(&t, three, 0);
            v = 7; // g
            return 0;
        }}"
    ));
    assert_eq!(subject.lines_after('e'), "abcdefgh");
    assert_eq!(subject.lines_after('f'), "fgh");
    assert_eq!(subject.lines_after('g'), "g");
    // What ends a thread calls no function that was only stored.
    assert_eq!(subject.lines_after('h'), "h");
}

#[test]
fn functions_that_are_arguments_belong_to_the_calls_that_give_them() {
    let subject = subject(
        "volatile int v; pthread_t t; int numbers[3];
        void *one(void *arg) {
            v = 1; // a
            return 0;
        }
        void *two(void *arg) {
            v = 2; // b
            return 0;
        }
        void start(void *(*f)(void *), int again) {
            v = 3; // c
            if (again)
                start(f, 0);
            pthread_create(&t, 0, f, 0);
            v = 4; // d
        }
        void changes(void *(*f)(void *)) {
            if (v)
                f = two;
            f(0);
        }
        int up(const void *a, const void *b) { return v; } // e
        int down(const void *a, const void *b) { return -v; } // f
        int main(void) {
            v = 5; // g
            pthread_create(&t, 0, one, 0);
            v = 6; // h
            start(two, 1);
            v = 7; // i
            qsort(numbers, 3, sizeof *numbers, up);
            v = 8; // j
            qsort(numbers, 3, sizeof *numbers, down);
            v = 9; // k
            changes(one);
            v = 10; // l
            return 0;
        }",
    );
    assert_eq!(subject.lines_after('h'), "abcdefhijkl");
    assert_eq!(subject.lines_after('l'), "l");
    assert_eq!(subject.lines_after('k'), "abkl");
    assert_eq!(subject.lines_after('j'), "abfjkl");
    assert_eq!(subject.lines_after('i'), "abefijkl");
    // Asked about alone, a function may have been given anything.
    assert_eq!(subject.lines_after('c'), "bcd");
    assert_eq!(subject.lines_after('d'), "d");
}

#[test]
fn threads_that_were_created_are_not_the_future_of_their_creator() {
    let subject = subject(
        "volatile int v; pthread_t t;
        void *one(void *arg) {
            v = 1; // a
            return 0;
        }
        void *two(void *arg) {
            v = 2; // b
            return 0;
        }
        int main(void) {
            v = 3; // c
            pthread_create(&t, 0, one, 0);
            v = 4; // d
            pthread_create(&t, 0, two, 0);
            v = 5; // e
            return 0;
        }",
    );
    assert_eq!(subject.lines_after('c'), "abcde");
    assert_eq!(subject.lines_after('d'), "bde");
    assert_eq!(subject.lines_after('e'), "e");
}

#[test]
fn what_dlsym_finds_may_be_any_function_that_the_program_exports() {
    let subject = subject(
        "#include <dlfcn.h>
        volatile int v;
        void plugin(void) {
            v = 1; // a
        }
        void *worker(void *arg) {
            v = 2; // b
            return 0;
        }
        int main(int argc, char **argv) {
            void (*function)(void) = dlsym(0, argv[1]);
            v = 3; // c
            function();
            v = 4; // d
            pthread_t t;
            pthread_create(&t, 0, dlsym(0, argv[2]), 0);
            v = 5; // e
            return 0;
        }",
    );
    // Any function may be main, too.
    assert_eq!(subject.lines_after('c'), "abcde");
    assert_eq!(subject.lines_after('e'), "e");
}

//! Whether programs hide pointers, and which loads are of pointers.

use mazurka_vm::assembly::FunctionKind;
use mazurka_vm::{LoweringOptions, Point, lower};

use super::subject;
use crate::support::compile;

/// Whether a program hides pointers whose `main` and thread are these.
fn hides(globals: &str, worker: &str, main: &str) -> bool {
    let text = format!(
        "long number; int small; void *pointer; struct list {{ uintptr_t link; }} *list;
        {globals}
        void *worker(void *arg) {{ {worker} return 0; }}
        int main(int argc, char **argv) {{ pthread_t t; {main} return 0; }}"
    );
    let hidden = subject(&text).hides_pointers();
    // What the optimiser makes of it hides no less.
    let options = LoweringOptions { future: true, ..LoweringOptions::default() };
    let optimized = lower(&compile("-O1", &text), &options).expect("there is a main");
    let optimized = optimized.future.expect("it was asked for").hides_pointers();
    assert!(hidden || !optimized, "only where it is optimised: {text}");
    hidden
}

#[test]
fn numbers_that_are_passed_as_pointers_hide_nothing() {
    let create = "for (long i = 0; i < 3; i++) pthread_create(&t, 0, worker, (void *)i);";
    assert!(!hides("", "int id = (int)(long)arg; number = (long)arg * 2;", create));
    // The same with a pointer does.
    assert!(hides("", "int id = (int)(long)arg;", "pthread_create(&t, 0, worker, &number);"));
    assert!(hides("", "number = (long)arg * 2;", "pthread_create(&t, 0, worker, malloc(3));"));
}

#[test]
fn whole_words_and_differences_hide_nothing() {
    assert!(!hides("", "", "pointer = &argc; number = (char *)pointer - (char *)&number;"));
    assert!(!hides("", "", "number = (long)&number; pointer = (void *)number;"));
    assert!(!hides(
        "",
        "",
        "if ((uintptr_t)pointer & 7) number = 1; if ((uintptr_t)pointer > 5) number = 2;"
    ));
    assert!(!hides("", "", "uintptr_t copy = (uintptr_t)pointer; list->link = copy;"));
    assert!(!hides("", "", "__asm__ volatile(\"\" ::: \"memory\");"));
}

#[test]
fn pieces_tags_and_sums_hide_pointers() {
    assert!(hides("", "", "list->link = (uintptr_t)pointer ^ (uintptr_t)&number;"));
    assert!(hides("", "", "list->link = (uintptr_t)pointer | 1;"));
    assert!(hides("", "", "small = (int)(uintptr_t)pointer;"));
    assert!(hides("void take(uintptr_t n) { list->link = ~n; }", "", "take((uintptr_t)pointer);"));
    assert!(hides("", "", "__asm__ volatile(\"\" : \"+r\"(pointer));"));
}

#[test]
fn loads_of_pointers_are_known() {
    let subject = subject(
        "void *p; long n; struct s { int x; struct s *next; } *s;
        int main(void) {
            n = n; // a
            p = p; // b
            s = s->next; // c
            n = s->x; // d
            return 0;
        }",
    );
    let loads = |label: char| -> Vec<bool> {
        let sites = subject.lines[&label].iter();
        let is_load = |site: &&Point| match &subject.program.functions[site.function as usize].kind {
            FunctionKind::Code(code) => format!("{:?}", code.insns[site.pc as usize]).starts_with("Load"),
            _ => false,
        };
        sites.filter(is_load).map(|&site| subject.table().loads_pointer(site)).collect()
    };
    assert_eq!(loads('a'), [false]);
    assert_eq!(loads('b'), [true]);
    assert_eq!(loads('c'), [true, true]);
    assert_eq!(loads('d'), [true, false]);
}

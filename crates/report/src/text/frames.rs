//! Where a step is shown: at the innermost call that a reader of the program recognises. Functions of headers and functions of a
//! single statement wrap what others are about, such as the locks and atomic operations of a library.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use mazurka_machine::{Location, StackFrame};

use super::Sources;

/// Source files, each read once, line by line.
pub(super) struct Frames<'a> {
    sources: &'a Sources<'a>,
    files: RefCell<BTreeMap<String, Rc<[String]>>>,
}

/// The frame at which a step is shown, and the one that it is really in, where that is another one.
pub(super) struct Shown<'s> {
    pub location: Option<&'s Location>,
    pub inner: Option<(&'s str, &'s Location)>,
}

impl<'a> Frames<'a> {
    pub(super) fn new(sources: &'a Sources<'a>) -> Frames<'a> {
        Frames { sources, files: RefCell::default() }
    }

    pub(super) fn shown<'s>(&self, stack: &'s [StackFrame]) -> Shown<'s> {
        let known = stack.iter().filter_map(|frame| Some((&*frame.function, frame.location.as_ref()?)));
        let known: Vec<_> = known.collect();
        // A thread's first function wraps nothing.
        let is_recognised = |(index, (_, location)): &(usize, &(&str, &Location))| {
            !is_header(&location.file) && (index + 1 == known.len() || !self.is_wrapper(location))
        };
        match known.iter().enumerate().find(is_recognised) {
            Some((index, (_, location))) if index > 0 => {
                Shown { location: Some(location), inner: Some(known[0]) }
            }
            _ => Shown { location: known.first().map(|(_, location)| *location), inner: None },
        }
    }

    /// A line of source text; empty if it is not known.
    pub(super) fn line(&self, location: &Location) -> String {
        let index = (location.line as usize).wrapping_sub(1);
        self.lines(&location.file).get(index).cloned().unwrap_or_default()
    }

    fn lines(&self, file: &str) -> Rc<[String]> {
        if let Some(lines) = self.files.borrow().get(file) {
            return lines.clone();
        }
        let text = (self.sources.text)(file).unwrap_or_default();
        let lines: Rc<[String]> = text.lines().map(str::to_owned).collect();
        self.files.borrow_mut().insert(file.to_owned(), lines.clone());
        lines
    }

    /// Whether a line is all that a function does: the function is in this line, or there is nothing else between its braces.
    fn is_wrapper(&self, location: &Location) -> bool {
        let lines = self.lines(&location.file);
        let line = |offset: usize| {
            let index = (location.line as usize + offset).checked_sub(2)?;
            lines.get(index).map(|line| line.trim_end())
        };
        let (Some(here), before, after) = (line(1), line(0), line(2)) else { return false };
        let starts = |line: &str| line.ends_with('{') && !line.starts_with([' ', '\t']);
        let is_one_line = !here.starts_with([' ', '\t']) && here.contains('{') && here.ends_with('}');
        is_one_line || (before.is_some_and(starts) && after == Some("}"))
    }
}

/// Headers, and what belongs to Rust's standard library.
fn is_header(file: &str) -> bool {
    [".h", ".hh", ".hpp", ".hxx", ".inc"].iter().any(|extension| file.ends_with(extension))
        || is_of_rust(file)
}

/// Whether a file belongs to Rust's standard library.
fn is_of_rust(file: &str) -> bool {
    file.starts_with("/rustc/") || file.contains("/lib/rustlib/src/rust/library/")
}

/// Whether a call is one of Rust's standard library.
pub(super) fn is_in_rust(stack: &[StackFrame]) -> bool {
    stack.iter().filter_map(|frame| frame.location.as_ref()).any(|location| is_of_rust(&location.file))
}

/// Whether this is a variable of Rust's standard library that programs do not know of. They do know of standard input and output.
pub(super) fn is_variable_of_rust(name: &str) -> bool {
    // What all threads of the process share; what a thread and its handle share.
    let path = name.strip_prefix("Arc<").unwrap_or(name).trim_start_matches('<');
    path.starts_with("std::") && !path.starts_with("std::io::stdio::STD")
}

/// Whether a Rust program's standard library or test harness does something on its own account: no code of the program has called it. What
/// the compiler generates, such as the `main` of tests, has no line.
pub(super) fn is_of_rust_alone(stack: &[StackFrame]) -> bool {
    let mut known = stack.iter().filter_map(|frame| frame.location.as_ref());
    known.all(|location| location.line == 0 || is_of_rust(&location.file))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "\
static void lock(m *m) { pthread_mutex_lock(m); }
void
unlock(m *m)
{
    pthread_mutex_unlock(m);
}
void work(void) {
    lock(&m);
    if (x) {
        unlock(&m);
    }
}
";

    fn frame(function: &str, file: &str, line: u32) -> StackFrame {
        StackFrame {
            function: function.into(),
            location: Some(Location { file: file.into(), line, column: 1 }),
        }
    }

    #[test]
    fn what_the_program_has_called_is_not_of_rust_alone() {
        let (std, main) = (frame("spawn", "/rustc/1/library/std/src/thread.rs", 5), frame("main", "a.rs", 0));
        assert!(is_of_rust_alone(&[std.clone(), main]) && is_of_rust_alone(&[]));
        let called = [std.clone(), frame("f", "a.rs", 7), std];
        assert!(!is_of_rust_alone(&called) && is_in_rust(&called));
        assert!(!is_in_rust(&[frame("main", "a.c", 7)]));
    }

    #[test]
    fn variables_of_the_standard_library_are_known_by_their_names() {
        for name in [
            "std::panicking::HOOK",
            "<std::thread::id::ThreadId>::new::COUNTER",
            "std::io::stdio::OUTPUT_CAPTURE_USED",
            "Arc<std::thread::Packet<()>>#6.strong",
        ] {
            assert!(is_variable_of_rust(name), "{name}");
        }
        for name in ["std::io::stdio::STDOUT", "stdlib", "Arc<Packet>#6.strong", "app::std::X"] {
            assert!(!is_variable_of_rust(name), "{name}");
        }
    }

    #[test]
    fn steps_are_shown_where_a_reader_recognises_them() {
        let sources = Sources { folder: String::new(), text: &|_| Some(SOURCE.to_owned()) };
        let frames = Frames::new(&sources);
        let shown = |stack: &[StackFrame]| {
            let Shown { location, inner } = frames.shown(stack);
            (location.unwrap().line, inner.map(|(function, location)| (function.to_owned(), location.line)))
        };
        let work = |line| frame("work", "a.c", line);
        assert_eq!(shown(&[frame("lock", "a.c", 1), work(8)]), (8, Some(("lock".to_owned(), 1))));
        assert_eq!(shown(&[frame("unlock", "a.c", 5), work(10)]), (10, Some(("unlock".to_owned(), 5))));
        assert_eq!(shown(&[frame("f", "a.h", 8), work(8)]), (8, Some(("f".to_owned(), 8))));
        assert_eq!(shown(&[work(10), frame("main", "a.c", 8)]), (10, None), "a block is not a function");
        // There is nothing better.
        assert_eq!(shown(&[frame("lock", "a.c", 1)]), (1, None));
        assert_eq!(shown(&[frame("f", "a.h", 3), frame("g", "b.h", 4)]), (3, None));
    }
}

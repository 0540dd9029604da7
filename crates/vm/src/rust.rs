//! What Rust calls things.

use mazurka_machine::StackFrame;
use rustc_demangle::try_demangle;

/// The path of a file of the standard library, from its folder on: `std/src/thread/mod.rs`. Debug info has it below `/rustc/COMMIT`; what is
/// compiled with a user's crate, below the toolchain if the sources are installed there.
pub(crate) fn library_file(file: &str) -> Option<&str> {
    match file.strip_prefix("/rustc/") {
        Some(file) => file.split_once("/library/").map(|(_, file)| file),
        None => file.split_once("/lib/rustlib/src/rust/library/").map(|(_, file)| file),
    }
}

/// Whether a function, by its symbol, is what the `main` of a test binary calls.
pub(crate) fn runs_tests(symbol: &str) -> bool {
    symbol.contains("4test16test_main_static") && symbol.starts_with("_")
}

/// The number of a field of a tuple, by what debug information calls it: `__0`.
pub(crate) fn tuple_field(name: &str) -> Option<&str> {
    let number = name.strip_prefix("__")?;
    (!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())).then_some(number)
}

/// The path of a part of a variable without the fields that are private to the standard library: a mutex rather than the word in it.
pub(crate) fn without_internals(path: &str) -> &str {
    let known = [".inner.futex", ".inner.state", ".failed"];
    known.iter().find_map(|internal| path.strip_suffix(internal)).unwrap_or(path)
}

/// A symbol as it is written in the source, if it is a name that Rust makes.
pub(crate) fn demangled(symbol: &str) -> Option<String> {
    try_demangle(symbol).ok().map(|name| format!("{name:#}"))
}

/// The name of a type without the modules that the types in it are from: `ArcInner<std::sync::poison::mutex::Mutex<i32>>` is
/// `Arc<Mutex<i32>>`.
pub(crate) fn without_paths(name: &str) -> String {
    let mut short = String::new();
    for part in name.split_inclusive(|c: char| !c.is_alphanumeric() && c != '_' && c != ':') {
        let last = part.rsplit("::").next().unwrap_or(part);
        // Programs may have types of these names, too.
        let is_of_threads = ["Packet", "Inner", "ScopeData"].iter().any(|of_std| last.starts_with(of_std));
        if is_of_threads && part.starts_with("std::thread::") {
            short.push_str("std::thread::");
        }
        short.push_str(last);
    }
    // Blocks are called by what owns them; all of them come from one allocator.
    for (internal, shown) in [(", Global>", ">"), ("ArcInner<", "Arc<"), ("RcInner<", "Rc<")] {
        short = short.replace(internal, shown);
    }
    short
}

/// Leaves out the calls of the standard library, unless there are no others: those that start the program and its threads, and
/// what is inside of a function that the program calls.
pub(crate) fn without_std(stack: &mut Vec<StackFrame>) {
    let is_std = |frame: &StackFrame| match &frame.location {
        Some(location) => library_file(&location.file).is_some(),
        None => try_demangle(&frame.function).is_ok(),
    };
    if !stack.iter().all(is_std) {
        stack.retain(|frame| !is_std(frame));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mazurka_machine::Location;

    fn frame(function: &str, file: Option<&str>) -> StackFrame {
        let location = file.map(|file| Location { file: file.into(), line: 1, column: 1 });
        StackFrame { function: function.into(), location }
    }

    #[test]
    fn names_of_both_schemes_are_demangled() {
        assert_eq!(
            demangled("_ZN3std2io5stdio6STDOUT17h0123456789abcdefE").unwrap(),
            "std::io::stdio::STDOUT"
        );
        assert_eq!(demangled("_RNvNtCs1234_3std2io6STDOUT").unwrap(), "std::io::STDOUT");
        assert_eq!(demangled("main"), None);
    }

    #[test]
    fn types_are_shown_without_the_modules_that_they_are_from() {
        for (name, short) in [
            ("ArcInner<std::sync::poison::mutex::Mutex<i32>>", "Arc<Mutex<i32>>"),
            ("ArcInner<std::thread::lifecycle::Packet<()>>", "Arc<std::thread::Packet<()>>"),
            ("alloc::vec::Vec<u32, alloc::alloc::Global>", "Vec<u32>"),
            ("(a::B, &mut [c::d::E])", "(B, &mut [E])"),
            ("struct node", "struct node"),
            ("", ""),
        ] {
            assert_eq!(without_paths(name), short);
        }
    }

    #[test]
    fn private_fields_are_not_shown() {
        for (path, shown) in [
            ("[1].inner.futex", "[1]"),
            (".data.0.poison.failed", ".data.0.poison"),
            (".count", ".count"),
            (".next", ".next"),
        ] {
            assert_eq!(without_internals(path), shown);
        }
        assert_eq!((tuple_field("__12"), tuple_field("__x"), tuple_field("__")), (Some("12"), None, None));
    }

    #[test]
    fn calls_of_the_standard_library_are_left_out_if_there_are_others() {
        let std = frame("lock", Some("/rustc/0/library/std/src/sync/mutex.rs"));
        let replaced = frame("_RNvNtCs1234_3std2io6STDOUT", None);
        let installed = frame("lock", Some("/home/a/toolchain/lib/rustlib/src/rust/library/core/src/x.rs"));
        let own = frame("work", Some("a.rs"));
        let mut stack =
            vec![replaced.clone(), std.clone(), own.clone(), frame("c", None), std.clone(), installed];
        without_std(&mut stack);
        assert_eq!(stack, [own, frame("c", None)]);
        let mut stack = vec![replaced, std];
        without_std(&mut stack);
        assert_eq!(stack.len(), 2);
    }
}

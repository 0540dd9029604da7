//! Functions of the standard library that are replaced, because what they do leads to interleavings that no program can tell apart.
//!
//! - `make_handler` and `drop_handler` install and remove a signal stack, for a message when a stack overflows. The VM reports that
//!   itself.
//! - `ThreadId::new` counts in a variable that all threads share. An identifier is promised to be unique, and nothing else: here it
//!   consists of the creating thread's number and how many that one has made.
//! - `Mutex::lock_contended` reads the lock a hundred times before it sleeps. Here a thread sleeps at once: who gets the lock next is
//!   open in either case, and that the lock counts as contended only leads to a wake that finds no sleeper.
//! - `thread_local::guard::key::enable` creates a key when a thread first needs it. Here the key is created before `main`.
//!
//! A function is replaced only if its name and its type are those of version 1.95; any other one is executed as it is, which takes
//! longer and means the same.

use std::fmt::Write;

/// A definition to replace: a part of its mangled name (paths of both schemes contain it), how the line that defines it begins and what
/// its parameters are, and the text of the new body.
struct Replacement {
    path: &'static str,
    result: &'static str,
    parameters: &'static [&'static str],
    body: &'static str,
    /// What else the module needs. `$RUN` is the name of the function `run` within this one.
    beside: &'static str,
}

const REPLACEMENTS: [Replacement; 5] = [
    Replacement {
        path: "14stack_overflow3imp12make_handler",
        result: "ptr",
        parameters: &["i1"],
        body: "  ret ptr null\n",
        beside: "",
    },
    Replacement {
        path: "14stack_overflow3imp12drop_handler",
        result: "void",
        parameters: &["ptr"],
        body: "  ret void\n",
        beside: "",
    },
    Replacement {
        path: "8ThreadId3new",
        result: "i64",
        parameters: &[],
        body: "  %thread = call i32 @gettid()\n  \
                 %wide = zext i32 %thread to i64\n  \
                 %high = shl i64 %wide, 20\n  \
                 %before = load i64, ptr @made, align 8\n  \
                 %now = add i64 %before, 1\n  \
                 store i64 %now, ptr @made, align 8\n  \
                 %id = or i64 %high, %now\n  \
                 ret i64 %id\n",
        beside: "@made = internal thread_local global i64 0, align 8\ndeclare i32 @gettid()\n",
    },
    Replacement {
        path: "5Mutex14lock_contended",
        result: "void",
        parameters: &["ptr"],
        // Of futex(2): FUTEX_WAIT_BITSET and FUTEX_PRIVATE_FLAG, for any bit.
        body: "  br label %try\n\
               try:\n  \
                 %old = atomicrmw xchg ptr %0, i32 2 acquire\n  \
                 %free = icmp eq i32 %old, 0\n  \
                 br i1 %free, label %done, label %sleep\n\
               sleep:\n  \
                 %woken = call i64 (i64, ...) @syscall(i64 202, ptr %0, i32 137, i32 2, ptr null, ptr null, i32 -1)\n  \
                 br label %try\n\
               done:\n  \
                 ret void\n",
        beside: "declare i64 @syscall(i64, ...)\n",
    },
    Replacement {
        path: "12thread_local5guard3key6enable",
        result: "void",
        parameters: &[],
        body: "  %key = load i32, ptr @key, align 4\n  \
                 %done = call i32 @pthread_setspecific(i32 %key, ptr inttoptr (i64 1 to ptr))\n  \
                 ret void\n",
        beside: "@key = internal global i32 0, align 4\n\
                 @llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] \
                 [{ i32, ptr, ptr } { i32 0, ptr @create, ptr null }]\n\
                 declare i32 @pthread_key_create(ptr, ptr)\n\
                 declare i32 @pthread_setspecific(i32, ptr)\n\
                 declare void @\"$RUN\"(ptr)\n\
                 define internal void @create() {\n  \
                   %done = call i32 @pthread_key_create(ptr @key, ptr @\"$RUN\")\n  \
                   ret void\n\
                 }\n",
    },
];

/// The text of a module that defines anew what is replaced in this image.
pub(super) fn text(image: &str) -> String {
    let mut text = String::new();
    let definitions: Vec<_> = image.lines().filter_map(Definition::parse).collect();
    for replacement in &REPLACEMENTS {
        let Some(definition) = definitions.iter().find(|definition| definition.is(replacement.path)) else {
            continue;
        };
        let run = definitions.iter().find(|inner| inner.is(&format!("{}3run", replacement.path)));
        let needs_run = replacement.beside.contains("$RUN");
        if !definition.fits(replacement) || needs_run && run.is_none() {
            continue;
        }
        let parameters = replacement.parameters.join(", ");
        let Replacement { result, body, beside, .. } = replacement;
        // Writing to a string does not fail.
        let _ = writeln!(text, "define {result} @\"{}\"({parameters}) {{\n{body}}}", definition.name);
        text += &beside.replace("$RUN", run.map_or("", |run| run.name));
    }
    text
}

/// A line `define internal fastcc noundef ptr @name(i1 noundef zeroext %0) …`.
struct Definition<'t> {
    /// The word before the name.
    result: &'t str,
    name: &'t str,
    parameters: &'t str,
}

impl<'t> Definition<'t> {
    fn parse(line: &'t str) -> Option<Definition<'t>> {
        let (head, rest) = line.strip_prefix("define ")?.split_once('@')?;
        let (name, rest) = match rest.strip_prefix('"') {
            Some(quoted) => quoted.split_once("\"(")?,
            None => rest.split_once('(')?,
        };
        // Attributes behind the parameters have parentheses, too.
        let (parameters, _) = rest.split_once(") unnamed_addr").or_else(|| rest.split_once(") "))?;
        Some(Definition { result: head.split_whitespace().last()?, name, parameters })
    }

    /// Whether the name ends with this path; the older scheme has a hash behind it.
    fn is(&self, path: &str) -> bool {
        let mut behind = self.name.match_indices(path).map(|(at, _)| &self.name[at + path.len()..]);
        behind.any(|rest| rest.is_empty() || rest.starts_with("17h") && rest.ends_with('E'))
    }

    fn fits(&self, replacement: &Replacement) -> bool {
        let types = self.parameters.split(", ").filter_map(|parameter| parameter.split_whitespace().next());
        self.result == replacement.result && types.eq(replacement.parameters.iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_both_schemes_are_found() {
        let new = "define internal fastcc noundef ptr @_RNvNtNt3std14stack_overflow3imp12make_handler(i1 noundef zeroext %0) unnamed_addr #19 {";
        let old = "define internal ptr @_ZN3std14stack_overflow3imp12make_handler17h0123456789abcdefE(i1 zeroext %0) unnamed_addr {";
        for line in [new, old] {
            let text = text(line);
            assert!(text.starts_with("define ptr @\"_") && text.contains("12make_handler"), "{text}");
        }
    }

    #[test]
    fn what_looks_different_is_left_alone() {
        for line in [
            "define internal ptr @_R14stack_overflow3imp12make_handler(i1 %0, ptr %1) unnamed_addr {",
            "define internal i64 @_R14stack_overflow3imp12make_handler(i1 %0) unnamed_addr {",
            "define internal ptr @_R14stack_overflow3imp12make_handlers(i1 %0) unnamed_addr {",
            // Without `run`, there is nothing to call.
            "define internal void @_R12thread_local5guard3key6enable() unnamed_addr {",
        ] {
            assert_eq!(text(line), "", "{line}");
        }
    }
}

//! What the kinds of findings mean: a page of help for each, from `docs/kinds/`.

use mazurka_machine::FaultKind;

/// A page of Markdown. It begins with `# KIND: what it means in a few words`, and a paragraph that says it in full.
#[derive(Clone, Copy)]
pub struct Page {
    pub text: &'static str,
}

impl Page {
    /// The few words.
    pub fn summary(self) -> &'static str {
        let heading = self.text.lines().next().unwrap_or_default();
        heading.split_once(": ").map_or(heading, |(_, summary)| summary)
    }

    /// The paragraph below the heading.
    pub fn introduction(self) -> &'static str {
        let rest = self.text.split_once('\n').map_or("", |(_, rest)| rest);
        rest.split("\n\n").next().unwrap_or_default()
    }
}

/// The name of a page is that of its kind.
pub fn page(kind: FaultKind) -> Page {
    macro_rules! pages {
        ($($kind:ident = $name:literal,)*) => {
            match kind { $(FaultKind::$kind => include_str!(concat!("../../../docs/kinds/", $name, ".md")),)* }
        };
    }
    let text = pages! {
        Assertion = "assertion",
        Abort = "abort",
        Panic = "panic",
        Deadlock = "deadlock",
        Livelock = "livelock",
        DataRace = "data-race",
        OutOfBounds = "out-of-bounds",
        UseAfterFree = "use-after-free",
        DoubleFree = "double-free",
        InvalidFree = "invalid-free",
        NullDereference = "null-dereference",
        InvalidPointer = "invalid-pointer",
        InvalidCall = "invalid-call",
        ReadOnly = "read-only",
        MisalignedAtomic = "misaligned-atomic",
        StackUseAfterReturn = "stack-use-after-return",
        StackOverflow = "stack-overflow",
        DivisionByZero = "division-by-zero",
        Unreachable = "unreachable",
        Uninitialized = "uninitialized",
        Leak = "leak",
        MutexMisuse = "mutex-misuse",
        RwlockMisuse = "rwlock-misuse",
        CondvarMisuse = "condvar-misuse",
        BarrierMisuse = "barrier-misuse",
        SemaphoreMisuse = "semaphore-misuse",
        ThreadMisuse = "thread-misuse",
        LibraryMisuse = "library-misuse",
    };
    Page { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_its_own_page() {
        for &kind in FaultKind::ALL {
            let page = page(kind);
            assert!(page.text.starts_with(&format!("# {kind}: ")), "{kind}: {}", page.text);
            assert!(!page.summary().is_empty() && page.introduction().len() > 60, "{kind}");
            for section in ["\n## Example\n", "\n## Reading the report\n", "\n## Fixing it\n"] {
                assert_eq!(page.text.matches(section).count(), 1, "{kind}:{section}");
            }
        }
    }
}

//! Source positions: DILocation, its scopes, and the function around them.

use std::rc::Rc;

use super::{DebugInfo, MetadataId, Scope};

/// No compiler nests scopes or inlines this deeply: a longer chain is cyclic.
const MAX_CHAIN: usize = 1000;

/// One frame of a source position; `inlined_at` leads outwards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceLocation {
    /// As debug info spells it: directory joined unless the file name is absolute; empty when not recorded.
    pub file: Rc<str>,
    /// 0 for code that belongs to no line.
    pub line: u32,
    pub column: u32,
    /// The source-level name of the function (DISubprogram `name`).
    pub function: Rc<str>,
    /// Its mangled name, where it has one.
    pub linkage_name: Option<Rc<str>>,
    pub inlined_at: Option<Rc<SourceLocation>>,
}

/// A function of the source program (DISubprogram).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Subprogram {
    pub name: Rc<str>,
    pub linkage_name: Option<Rc<str>>,
    pub file: Rc<str>,
    pub line: u32,
}

/// A DILocation before its inlined-at chain is known.
struct Frame {
    location: SourceLocation,
    inlined_at: Option<MetadataId>,
}

impl DebugInfo {
    /// The source position behind the N of `!dbg !N` on an instruction.
    pub fn location(&self, id: MetadataId) -> Option<Rc<SourceLocation>> {
        // Call sites that code is inlined at are shared: whatever is known of the chain is not read again.
        let mut frames = Vec::new();
        let (mut next, mut outer) = (Some(id), None);
        let mut is_whole = true;
        while let Some(id) = next {
            if let Some(known) = self.cache.borrow().locations.get(&id) {
                (outer, is_whole) = (known.clone(), known.is_some());
                break;
            }
            let frame = if frames.len() == MAX_CHAIN { None } else { self.parse_frame(id) };
            let Some(frame) = frame else {
                is_whole = false;
                break;
            };
            next = frame.inlined_at;
            frames.push((id, frame.location));
        }
        let cache = &mut self.cache.borrow_mut().locations;
        if !is_whole {
            cache.extend(frames.into_iter().map(|(id, _)| (id, None)));
            cache.insert(id, None);
            return None;
        }
        // From the outermost call site inwards.
        for (id, mut location) in frames.into_iter().rev() {
            location.inlined_at = outer;
            outer = Some(Rc::new(location));
            cache.insert(id, outer.clone());
        }
        outer
    }

    /// The function behind the N of `!dbg !N` on a `define`.
    pub fn subprogram(&self, id: MetadataId) -> Option<Rc<Subprogram>> {
        self.cached(id, |cache| &mut cache.subprograms, || self.parse_subprogram(id))
    }

    fn parse_frame(&self, id: MetadataId) -> Option<Frame> {
        let node = self.node_of_kind(id, "DILocation")?;
        let scope = self.enclosing_function(node.node("scope")?)?;
        let (file, function) = (scope.0.clone(), &scope.1);
        let location = SourceLocation {
            file,
            line: node.number("line"),
            column: node.number("column"),
            function: function.name.clone(),
            linkage_name: function.linkage_name.clone(),
            inlined_at: None,
        };
        Some(Frame { location, inlined_at: node.node("inlinedAt") })
    }

    /// The file of the innermost scope that names one, and the function around all of them.
    fn enclosing_function(&self, scope: MetadataId) -> Option<Rc<Scope>> {
        self.cached(scope, |cache| &mut cache.scopes, || self.parse_scope(scope))
    }

    fn parse_scope(&self, mut scope: MetadataId) -> Option<Scope> {
        let mut file = None;
        for _ in 0..MAX_CHAIN {
            let node = self.node(scope)?;
            match node.kind {
                "DISubprogram" => {
                    let function = self.subprogram(scope)?;
                    return Some((file.unwrap_or_else(|| function.file.clone()), function));
                }
                "DILexicalBlock" | "DILexicalBlockFile" => {
                    file = file.or_else(|| self.file(node.node("file")?));
                    scope = node.node("scope")?;
                }
                _ => return None,
            }
        }
        None
    }

    fn parse_subprogram(&self, id: MetadataId) -> Option<Subprogram> {
        let node = self.node_of_kind(id, "DISubprogram")?;
        let linkage_name = node.string("linkageName");
        Some(Subprogram {
            name: node.string("name").or_else(|| linkage_name.clone())?,
            linkage_name,
            file: node.node("file").and_then(|file| self.file(file)).unwrap_or_default(),
            line: node.number("line"),
        })
    }

    /// The path of a DIFile.
    pub(super) fn file(&self, id: MetadataId) -> Option<Rc<str>> {
        self.cached(
            id,
            |cache| &mut cache.files,
            || {
                let node = self.node_of_kind(id, "DIFile")?;
                let name = node.string("filename")?;
                let directory = node.string("directory").filter(|directory| !directory.is_empty());
                Some(match directory {
                    Some(directory) if !name.starts_with('/') => format!("{directory}/{name}"),
                    _ => name.to_string(),
                })
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INLINED: &str = r#"
!2 = distinct !DISubprogram(name: "f", linkageName: "_Z1fv", scope: !3, file: !3, line: 7, type: !4, unit: !48)
!3 = !DIFile(filename: "a.c", directory: "/home/me")
!4 = !DIFile(filename: "/usr/include/x.h", directory: "/home/me")
!5 = distinct !DISubprogram(name: "add", scope: !3, file: !3, line: 5)
!6 = distinct !DILexicalBlock(scope: !5, file: !3, line: 7, column: 46)
!7 = !DILexicalBlockFile(scope: !6, file: !4, discriminator: 2)
!8 = !DILocation(line: 6, column: 48, scope: !7, inlinedAt: !9)
!9 = distinct !DILocation(line: 7, column: 84, scope: !2)
!10 = !DILocation(line: 0, scope: !2, isImplicitCode: true, atomGroup: 1)
"#;

    #[test]
    fn inlined_at_chain_and_files() {
        let debug = DebugInfo::of_lines(INLINED);
        let call_site = SourceLocation {
            file: "/home/me/a.c".into(),
            line: 7,
            column: 84,
            function: "f".into(),
            linkage_name: Some("_Z1fv".into()),
            inlined_at: None,
        };
        let inlined = SourceLocation {
            file: "/usr/include/x.h".into(),
            line: 6,
            column: 48,
            function: "add".into(),
            linkage_name: None,
            inlined_at: Some(Rc::new(call_site)),
        };
        assert_eq!(debug.location(MetadataId(8)).as_deref(), Some(&inlined));
        let lineless = debug.location(MetadataId(10)).unwrap();
        assert_eq!((lineless.line, lineless.column, &*lineless.function), (0, 0, "f"));
    }

    #[test]
    fn subprograms() {
        let debug = DebugInfo::of_lines(INLINED);
        let f = debug.subprogram(MetadataId(2)).unwrap();
        assert_eq!((&*f.name, f.linkage_name.as_deref(), f.line), ("f", Some("_Z1fv"), 7));
        assert_eq!(&*f.file, "/home/me/a.c");
        assert_eq!(debug.subprogram(MetadataId(3)), None);
    }

    #[test]
    fn cycles_and_dangling_references_are_none() {
        let debug = DebugInfo::of_lines(
            "!1 = !DILocation(line: 1, scope: !2, inlinedAt: !1)
             !2 = !DISubprogram(name: \"f\")
             !3 = !DILexicalBlock(scope: !4)
             !4 = !DILexicalBlock(scope: !3)
             !5 = !DILocation(line: 1, scope: !3)
             !6 = !DILocation(line: 1, scope: !77)
             !7 = !DILocation(line: 1, scope: !2, inlinedAt: !6)
             !8 = !DILocation(line: 1)
             !9 = !DILocation(line: 1, scope: !1)",
        );
        for id in debug.ids() {
            assert_eq!(debug.location(id), None, "{id:?}");
        }
    }

    #[test]
    fn files_without_directory_stand_alone() {
        let debug = DebugInfo::of_lines(
            "!1 = !DIFile(filename: \"b.c\", directory: \"\")
             !2 = !DISubprogram(linkageName: \"g\", file: !1)
             !3 = !DISubprogram(name: \"h\", file: null)",
        );
        let g = debug.subprogram(MetadataId(2)).unwrap();
        assert_eq!((&*g.name, &*g.file), ("g", "b.c"));
        assert_eq!(&*debug.subprogram(MetadataId(3)).unwrap().file, "");
    }
}

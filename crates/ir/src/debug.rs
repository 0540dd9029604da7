//! Debug info: from `!dbg !N` to file, line, column, function, inlined-at chain, variables and their types.
//!
//! Two thirds of a big module's bytes are metadata, of which a run needs a handful of nodes: only the offsets of the
//! `!N = …` lines are stored, and a node is parsed on demand. Debug info does not affect execution, so malformed
//! debug info is `None`, never an error.

mod location;
mod node;
mod types;

use std::cell::RefCell;
use std::rc::Rc;

use memchr::memchr;
use rustc_hash::FxHashMap;

pub use location::{SourceLocation, Subprogram};
use node::Node;
pub use types::{DebugType, Encoding, Enumerator, Member, Qualifier, RecordKind, Variant, Variants};

/// The N of `!N`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct MetadataId(pub u32);

/// The metadata of one module.
#[derive(Debug, Default)]
pub struct DebugInfo {
    text: Rc<str>,
    /// `(N, byte offset of the line "!N = ")`, ordered by N.
    nodes: Vec<(u32, usize)>,
    cache: RefCell<Cache>,
}

/// A scope's file, and the function that it is in.
type Scope = (Rc<str>, Rc<Subprogram>);

/// What was asked for before, malformed nodes included.
#[derive(Debug, Default)]
struct Cache {
    locations: FxHashMap<MetadataId, Option<Rc<SourceLocation>>>,
    scopes: FxHashMap<MetadataId, Option<Rc<Scope>>>,
    subprograms: FxHashMap<MetadataId, Option<Rc<Subprogram>>>,
    files: FxHashMap<MetadataId, Option<Rc<str>>>,
    variables: FxHashMap<MetadataId, Option<Rc<DebugVariable>>>,
    types: FxHashMap<MetadataId, Option<Rc<DebugType>>>,
}

/// A variable of the source program (DILocalVariable, DIGlobalVariable).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DebugVariable {
    pub name: Rc<str>,
    /// Spelled as in [`SourceLocation`].
    pub file: Rc<str>,
    pub line: u32,
    /// 1 for the first parameter of a function; `None` for other variables.
    pub arg: Option<u32>,
    /// To be looked up with [`DebugInfo::debug_type`].
    pub ty: Option<MetadataId>,
}

impl DebugInfo {
    /// `nodes` as `(N, byte offset of the line "!N = ")`, in text order.
    pub(crate) fn new(text: Rc<str>, mut nodes: Vec<(u32, usize)>) -> DebugInfo {
        if !nodes.is_sorted() {
            nodes.sort();
        }
        DebugInfo { text, nodes, cache: RefCell::default() }
    }

    /// Every node number of the module, ascending.
    pub fn ids(&self) -> impl Iterator<Item = MetadataId> {
        self.nodes.iter().map(|&(number, _)| MetadataId(number))
    }

    /// The variable behind a DILocalVariable, DIGlobalVariable or DIGlobalVariableExpression.
    pub fn variable(&self, id: MetadataId) -> Option<Rc<DebugVariable>> {
        self.cached(id, |cache| &mut cache.variables, || self.parse_variable(id))
    }

    fn parse_variable(&self, id: MetadataId) -> Option<DebugVariable> {
        let mut node = self.node(id)?;
        if node.kind == "DIGlobalVariableExpression" {
            node = self.node(node.node("var")?)?;
        }
        if !matches!(node.kind, "DILocalVariable" | "DIGlobalVariable") {
            return None;
        }
        let arg = node.number("arg");
        Some(DebugVariable {
            name: node.string("name")?,
            file: node.node("file").and_then(|file| self.file(file)).unwrap_or_default(),
            line: node.number("line"),
            arg: (arg != 0).then_some(arg),
            ty: node.node("type"),
        })
    }

    /// The parsed text of `!N`.
    fn node(&self, id: MetadataId) -> Option<Node<'_>> {
        // Compilers leave no number out, so most nodes are where their number says.
        let is_there = self.nodes.get(id.0 as usize).is_some_and(|&(number, _)| number == id.0);
        let at = match is_there {
            true => id.0 as usize,
            false => self.nodes.binary_search_by_key(&id.0, |&(number, _)| number).ok()?,
        };
        let rest = self.text.get(self.nodes[at].1..)?;
        let line = &rest[..memchr(b'\n', rest.as_bytes()).unwrap_or(rest.len())];
        Node::parse(line.split_once('=')?.1)
    }

    /// The node behind `!N`, if it is of this kind.
    fn node_of_kind(&self, id: MetadataId, kind: &str) -> Option<Node<'_>> {
        self.node(id).filter(|node| node.kind == kind)
    }

    /// The answer given before, or else the one computed (and remembered) now.
    fn cached<T: ?Sized, V: Into<Rc<T>>>(
        &self,
        id: MetadataId,
        table: impl Fn(&mut Cache) -> &mut FxHashMap<MetadataId, Option<Rc<T>>>,
        compute: impl FnOnce() -> Option<V>,
    ) -> Option<Rc<T>> {
        if let Some(known) = table(&mut self.cache.borrow_mut()).get(&id) {
            return known.clone();
        }
        let answer = compute().map(Into::into);
        table(&mut self.cache.borrow_mut()).insert(id, answer.clone());
        answer
    }

    /// Debug info of a text that consists of metadata lines only.
    #[cfg(test)]
    fn of_lines(text: &str) -> DebugInfo {
        let mut nodes = Vec::new();
        let mut offset = 0;
        for line in text.split_inclusive('\n') {
            let number = line.trim_start().strip_prefix('!').and_then(|l| l.split_once(' ')?.0.parse().ok());
            nodes.extend(number.map(|number| (number, offset)));
            offset += line.len();
        }
        DebugInfo::new(text.into(), nodes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables() {
        let debug = DebugInfo::of_lines(
            "!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
             !1 = distinct !DIGlobalVariable(name: \"cnt\", scope: !2, file: !3, line: 7, type: !6, isLocal: true)
             !3 = !DIFile(filename: \"a.c\", directory: \"/b\")
             !7 = !DILocalVariable(name: \"n\", arg: 1, scope: !2, file: !3, line: 9, type: null)
             !8 = !DILocalVariable(arg: 1, scope: !2)
             !9 = !DIGlobalVariableExpression(var: !9)",
        );
        let global = Rc::new(DebugVariable {
            name: "cnt".into(),
            file: "/b/a.c".into(),
            line: 7,
            arg: None,
            ty: Some(MetadataId(6)),
        });
        assert_eq!(debug.variable(MetadataId(0)), Some(global.clone()));
        assert_eq!(debug.variable(MetadataId(1)), Some(global));
        let local = Rc::new(DebugVariable {
            name: "n".into(),
            file: "/b/a.c".into(),
            line: 9,
            arg: Some(1),
            ty: None,
        });
        assert_eq!(debug.variable(MetadataId(7)), Some(local.clone()));
        assert!(Rc::ptr_eq(&debug.variable(MetadataId(7)).unwrap(), &debug.variable(MetadataId(7)).unwrap()));
        for nothing in [2, 8, 9, 10] {
            assert_eq!(debug.variable(MetadataId(nothing)), None);
        }
    }

    #[test]
    fn nodes_are_found_in_any_order() {
        let debug = DebugInfo::of_lines(
            "!5 = !DILocalVariable(name: \"five\")\n!1 = !DILocalVariable(name: \"one\")\n",
        );
        assert_eq!(&*debug.variable(MetadataId(1)).unwrap().name, "one");
        assert_eq!(&*debug.variable(MetadataId(5)).unwrap().name, "five");
        assert_eq!(debug.ids().collect::<Vec<_>>(), [MetadataId(1), MetadataId(5)]);
    }
}

//! LangRef: "Metadata" in bodies: attachments, and the two forms of debug records.

use std::rc::Rc;

use crate::constant::Constant;
use crate::debug::MetadataId;
use crate::instruction::{DebugRecord, DebugRecordKind, Operand, Value};
use crate::types::TypeId;

use super::Reader;
use super::body::Place;
use super::text::Read;

impl<'a> Reader<'a> {
    /// `(, !kind !N)*`; yields the N of `!dbg`.
    pub(super) fn attachments(&mut self) -> Read<Option<MetadataId>> {
        let mut debug = None;
        while self.text.eat(b',') {
            if let ("dbg", node) = self.attachment()? {
                debug = node;
            }
        }
        Ok(debug)
    }

    /// `!kind !N`.
    pub(super) fn attachment(&mut self) -> Read<(&'a str, Option<MetadataId>)> {
        self.text.expect(b'!')?;
        let kind = self.text.name()?;
        Ok((kind, self.metadata()?))
    }

    /// `!N`, `!{…}`, `!"…"`, `!DISomething(…)`; yields the N.
    pub(super) fn metadata(&mut self) -> Read<Option<MetadataId>> {
        self.text.expect(b'!')?;
        match self.text.peek() {
            b'0'..=b'9' => return Ok(Some(MetadataId(self.text.unsigned32()?))),
            b'{' => self.text.skip_balanced()?,
            b'"' => {
                self.text.string()?;
            }
            _ => {
                self.text.name()?;
                if self.text.peek() == b'(' {
                    self.text.skip_balanced()?;
                }
            }
        }
        Ok(None)
    }

    /// The value of an argument of type `metadata`, kept as text: only intrinsics take such arguments.
    pub(super) fn metadata_argument(&mut self) -> Read<Constant> {
        let start = self.text.offset();
        if self.text.peek() == b'!' {
            self.metadata()?;
        } else {
            self.operand()?;
        }
        Ok(Constant::Unsupported(self.text.since(start).into()))
    }

    /// `#dbg_value(T v, !variable, !DIExpression(…), !location)` and its relatives, from LLVM 19 on.
    pub(super) fn debug_record(&mut self, place: Place) -> Read<Option<DebugRecord>> {
        self.text.expect(b'#')?;
        let kind = match self.text.word() {
            "dbg_declare" => DebugRecordKind::Declare,
            "dbg_value" | "dbg_assign" => DebugRecordKind::Value,
            word if word.starts_with("dbg_") => {
                self.text.skip_balanced()?;
                return Ok(None);
            }
            _ => return Err(self.text.expected("a debug record")),
        };
        self.text.expect(b'(')?;
        let (value, variable, expression) = self.described_variable(false)?;
        // `#dbg_assign` has three more operands in between; the location is the last.
        let mut debug = None;
        while self.text.eat(b',') {
            if self.text.peek() == b'!' {
                debug = self.metadata()?;
            } else {
                self.operand()?;
            }
        }
        self.text.expect(b')')?;
        Ok(variable.map(|variable| place.record(kind, value, variable, expression, debug)))
    }

    /// `@llvm.dbg.value(metadata T v, metadata !variable, metadata !DIExpression(…)), !dbg !N`, up to LLVM 18.
    pub(super) fn debug_call(&mut self, place: Place) -> Read<Option<DebugRecord>> {
        self.text.expect(b'@')?;
        let kind = match self.text.name()? {
            "llvm.dbg.declare" | "llvm.dbg.addr" => DebugRecordKind::Declare,
            "llvm.dbg.value" | "llvm.dbg.assign" => DebugRecordKind::Value,
            _ => {
                self.text.skip_balanced()?;
                self.call_attributes()?;
                self.attachments()?;
                return Ok(None);
            }
        };
        self.text.expect(b'(')?;
        let (value, variable, expression) = self.described_variable(true)?;
        while self.text.eat(b',') {
            self.text.expect_word("metadata")?;
            self.metadata_argument()?;
        }
        self.text.expect(b')')?;
        self.call_attributes()?;
        let debug = self.attachments()?;
        Ok(variable.map(|variable| place.record(kind, value, variable, expression, debug)))
    }

    /// `value, !variable, !DIExpression(…)`; in calls each has the word `metadata` in front.
    fn described_variable(&mut self, in_call: bool) -> Read<(Option<Operand>, Option<MetadataId>, Rc<str>)> {
        let marker = |reader: &mut Self| if in_call { reader.text.expect_word("metadata") } else { Ok(()) };
        marker(self)?;
        let value = self.described_value()?;
        self.text.expect(b',')?;
        marker(self)?;
        let variable = self.metadata()?;
        self.text.expect(b',')?;
        marker(self)?;
        let start = self.text.offset();
        self.metadata()?;
        let text = self.text.since(start);
        let elements = text.strip_prefix("!DIExpression(").and_then(|text| text.strip_suffix(')'));
        Ok((value, variable, elements.unwrap_or(text).into()))
    }

    /// The value of a variable: an operand, or metadata for no value or several.
    fn described_value(&mut self) -> Read<Option<Operand>> {
        if self.text.peek() == b'!' {
            self.metadata()?;
            return Ok(None);
        }
        let operand = self.operand()?;
        let known = operand.ty != TypeId::METADATA
            && !matches!(operand.value, Value::Constant(Constant::Undef | Constant::Poison));
        Ok(known.then_some(operand))
    }
}

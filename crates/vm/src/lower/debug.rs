//! Debug information beside the code: positions of instructions, and where source variables live.

use std::sync::Arc;

use mazurka_ir::debug::{DebugType, MetadataId, SourceLocation};
use mazurka_ir::instruction::{DebugRecord, DebugRecordKind, LocalId, Value};
use mazurka_machine::Location;
use rustc_hash::FxHashMap;

use super::function::Lowering;
use super::program::Builder;
use crate::program::{Access, SourcePosition, SourceVariable, VariablePlace};

/// The positions of a function's instructions, each stored once.
#[derive(Default)]
pub(crate) struct Lines {
    pub positions: Vec<SourcePosition>,
    known: FxHashMap<(MetadataId, Option<Access>), u32>,
    current: u32,
}

impl Lines {
    /// From now on, instructions are at `debug`, and touch this.
    pub(crate) fn enter(
        &mut self,
        builder: &mut Builder,
        module: usize,
        debug: Option<MetadataId>,
        access: Option<Access>,
    ) {
        self.current = debug.map_or(0, |id| match self.known.get(&(id, access)) {
            Some(&line) => line,
            None => {
                let line = match builder.module(module).debug.location(id) {
                    Some(location) => {
                        self.positions.push(SourcePosition { access, ..position(builder, &location) });
                        self.positions.len() as u32
                    }
                    None => 0,
                };
                self.known.insert((id, access), line);
                line
            }
        });
    }

    /// Index of the current position plus one.
    pub(crate) fn current(&self) -> u32 {
        self.current
    }

    /// `file:line` of the current position.
    pub(crate) fn describe(&self) -> Option<String> {
        let position = self.positions.get((self.current as usize).checked_sub(1)?)?;
        Some(format!("{}:{}", position.location.file, position.location.line))
    }
}

fn position(builder: &mut Builder, at: &SourceLocation) -> SourcePosition {
    let (location, function) = frame(builder, at);
    let mut inlined_at = Vec::new();
    let mut outer = at.inlined_at.as_deref();
    while let Some(at) = outer {
        inlined_at.push(frame(builder, at));
        outer = at.inlined_at.as_deref();
    }
    SourcePosition { location, function, inlined_at, access: None }
}

fn frame(builder: &mut Builder, at: &SourceLocation) -> (Location, Arc<str>) {
    let file = builder.string(&at.file);
    (Location { file, line: at.line, column: at.column }, builder.string(&at.function))
}

impl Lowering<'_, '_> {
    /// The source variables with a place of their own, registers still virtual.
    pub(crate) fn variables(&mut self) -> Vec<SourceVariable> {
        let records: &[DebugRecord] = &self.body.debug_records;
        let mut variables: Vec<SourceVariable> = Vec::new();
        for record in records.iter().filter(|record| record.expression.is_empty()) {
            if let Some(variable) = self.variable(record)
                && !variables.contains(&variable)
            {
                variables.push(variable);
            }
        }
        variables
    }

    fn variable(&mut self, record: &DebugRecord) -> Option<SourceVariable> {
        let value = &record.value.as_ref()?.value;
        let Value::Local(local) = value else { return None };
        let place = match record.kind {
            DebugRecordKind::Declare if self.is_length(value) => return None,
            DebugRecordKind::Declare => match self.promoted(value) {
                Some((register, _)) => VariablePlace::Register(register),
                None => VariablePlace::Frame(*self.slots.get(local)?),
            },
            DebugRecordKind::Value => VariablePlace::Register(self.parameter(*local)?),
        };
        let described = self.m.debug.variable(record.variable)?;
        Some(SourceVariable {
            name: self.builder.string(&described.name),
            place,
            line: described.line,
            bits: self.type_bits(described.ty?),
            parts: self.builder.parts(self.module, described.ty),
        })
    }

    /// A parameter keeps its register while it is live; other values share registers.
    fn parameter(&mut self, local: LocalId) -> Option<crate::code::Reg> {
        let home = self.home(local).ok()?;
        (home < self.draft.params).then_some(home)
    }

    /// The size of a source type; 0 when it is not described.
    fn type_bits(&self, mut ty: MetadataId) -> u32 {
        // Qualifiers nest a few levels deep; a longer chain is cyclic.
        for _ in 0..100 {
            match self.m.debug.debug_type(ty).as_deref() {
                Some(DebugType::Base { bits, .. } | DebugType::Pointer { bits, .. })
                | Some(DebugType::Record { bits, .. } | DebugType::Enum { bits, .. }) => return *bits as u32,
                Some(DebugType::Qualified { of: Some(of), .. }) => ty = *of,
                _ => return 0,
            }
        }
        0
    }
}

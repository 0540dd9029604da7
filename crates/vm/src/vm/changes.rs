//! What variables hold, and what has become of them: for reports.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use mazurka_machine::{ObjectKind, Operation, Range, Verb};

use super::{Vm, VmMark};
use crate::address::{self, Place};
use crate::memory::{LINE, LineAt};
use crate::names::Variable;
use crate::program::Parts;
use crate::values::{Reader, Scalar};

/// What has become of a variable or a part of one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    pub variable: String,
    pub before: String,
    pub after: String,
}

/// Where there was nothing before, or nothing that can be said.
const UNKNOWN: &str = "?";

impl Vm {
    /// The value of what an operation reads or writes: of a variable, or of a semaphore, which begins with its count.
    pub fn value_for(&self, operation: &Operation) -> Option<String> {
        match operation {
            Operation::Read(range, _) | Operation::Write(range, _) | Operation::Update(range, ..) => {
                self.value(*range)
            }
            Operation::CompareExchange { range, .. } => self.value(*range),
            Operation::Sync(verb, object)
                if object.kind == ObjectKind::Semaphore && *verb != Verb::Inspect =>
            {
                self.value(Range { length: 4, ..object.range })
            }
            Operation::Block(accesses) => match &accesses[..] {
                [access] => self.value(access.range),
                _ => None,
            },
            Operation::Await(wait) => self.value_for(&wait.operation),
            _ => None,
        }
    }

    /// The value in these bytes, by the type of the variable that they belong to; as a number where that is not known. `None` where the program
    /// has a value that is not kept.
    pub fn value(&self, range: Range) -> Option<String> {
        if self.is_unread(range.start) {
            return None;
        }
        let value = self.typed(range).or_else(|| Scalar::of_size(range.length).map(Parts::Scalar))?;
        let bytes = self.state.memory.peek(range.start, range.length).ok()?;
        self.text(&value, bytes)
    }

    /// The variables of the program that hold other values than when the mark was taken, by address, at most `most` of
    /// them. What has gone out of scope is left out, and what overlaps with `except`.
    pub fn changes_since(&self, mark: VmMark, except: Option<Range>, most: usize) -> Vec<Change> {
        let mut lines: BTreeMap<u64, LineAt> = BTreeMap::new();
        for line in self.state.memory.lines_at(mark.memory) {
            lines.entry(line.address).or_insert(line);
        }
        let mut changes = BTreeMap::new();
        for line in lines.values() {
            self.changes_in(line, &lines, except, &mut changes);
            if changes.len() >= most {
                break;
            }
        }
        changes.into_values().take(most).collect()
    }

    /// Adds the changes in a line, by address; bit fields of one address by name.
    fn changes_in(
        &self,
        line: &LineAt,
        lines: &BTreeMap<u64, LineAt>,
        except: Option<Range>,
        changes: &mut BTreeMap<(u64, String), Change>,
    ) {
        if !matches!(address::place(line.address), Place::Global | Place::Stack(_) | Place::Heap(_)) {
            return;
        }
        let end = line.address + LINE as u64;
        let mut at = line.address;
        while at < end {
            // Inaccessible memory was zero.
            let changed = self.byte(at).is_some_and(|now| now != byte_before(lines, at).unwrap_or(0));
            let Some(variable) = changed.then(|| self.names().variable(at)).flatten() else {
                at += 1;
                continue;
            };
            let variable_end = variable.address + variable.size;
            if !variable.internal {
                let within = at - variable.address..end.min(variable_end) - variable.address;
                let mut values = Vec::new();
                values_of(&variable, within, &mut |path, offset, value| {
                    let bits = value.value_bits();
                    let range = Range { start: variable.address + offset, length: bits.end.div_ceil(8) };
                    if except.is_none_or(|except| !except.overlaps(range))
                        && let Some((before, after)) = self.both(value, range, lines)
                    {
                        let bytes = range.start..range.start + range.length;
                        let changed = bytes.filter(|at| self.byte(*at) != self.old_byte(*at, lines)).count();
                        let variable = format!("{}{path}", variable.name);
                        let bits = 8 * range.start + bits.start..8 * range.start + bits.end;
                        values.push(Value { bits, changed, change: Change { variable, before, after } });
                    }
                });
                for Value { bits, change, .. } in without_alternatives(values) {
                    changes.insert((bits.start / 8, change.variable.clone()), change);
                }
            }
            at = end.min(variable_end);
        }
    }

    /// The value before and after, if it can be said now and is another one.
    fn both(&self, value: &Parts, range: Range, lines: &BTreeMap<u64, LineAt>) -> Option<(String, String)> {
        let bytes = self.state.memory.peek(range.start, range.length).ok()?;
        let after = self.text(value, bytes)?;
        let old = |start: u64, length: u64| {
            let end = start.checked_add(length)?;
            (start..end).map(|at| self.old_byte(at, lines)).collect::<Option<Vec<u8>>>()
        };
        let before = match old(range.start, range.length) {
            Some(bytes) => self.text_with(value, &bytes, &old).unwrap_or_else(|| UNKNOWN.to_owned()),
            None if bytes.iter().all(|byte| *byte == 0) => return None,
            None => UNKNOWN.to_owned(),
        };
        (before != after).then_some((before, after))
    }

    /// The type of a value, if exactly these bytes are one.
    fn typed(&self, range: Range) -> Option<Parts> {
        let variable = self.names().variable(range.start)?;
        let start = range.start - variable.address;
        let (mut found, within) = (None, start..start + range.length);
        let is_it =
            |offset: u64, value: &Parts| offset == start && value.value_bits() == (0..8 * range.length);
        variable.parts.values_in(within.clone(), &mut |_, offset, value| {
            if is_it(offset, value) && found.is_none() {
                found = Some(value.clone());
            }
        });
        variable.parts.scalars_in(within, &mut |_, offset, scalar| {
            let value = Parts::Scalar(scalar.clone());
            if is_it(offset, &value) && found.is_none() {
                found = Some(value);
            }
        });
        found
    }

    /// A value, by its bytes and what they refer to now.
    pub(super) fn text(&self, value: &Parts, bytes: &[u8]) -> Option<String> {
        self.text_with(value, bytes, &|address, length| {
            self.state.memory.peek(address, length).ok().map(<[u8]>::to_vec)
        })
    }

    fn text_with(
        &self,
        value: &Parts,
        bytes: &[u8],
        elsewhere: &dyn Fn(u64, u64) -> Option<Vec<u8>>,
    ) -> Option<String> {
        let names = self.names();
        let pointer = |address, to| names.pointer(address, to);
        Reader { pointer: &pointer, bytes: elsewhere, types: &self.program.types }.text(value, bytes)
    }

    /// A byte as it was, if it could be touched then.
    fn old_byte(&self, address: u64, lines: &BTreeMap<u64, LineAt>) -> Option<u8> {
        match lines.contains_key(&line_of(address)) {
            true => byte_before(lines, address),
            false => self.byte(address),
        }
    }

    /// A byte that can be touched.
    fn byte(&self, address: u64) -> Option<u8> {
        (self.state.memory.addressable(address, 1) == 1).then(|| self.state.memory.peek_raw::<1>(address)[0])
    }
}

/// A value that is another one now.
struct Value {
    bits: std::ops::Range<u64>,
    /// How many of its bytes are others.
    changed: usize,
    change: Change,
}

/// Of the members of a union that a step has changed, the one that shows most of it; the first declared of several.
fn without_alternatives(values: Vec<Value>) -> Vec<Value> {
    let is_better = |(index, value): (usize, &Value), (other, than): (usize, &Value)| {
        let overlap = value.bits.start < than.bits.end && than.bits.start < value.bits.end;
        overlap && (value.changed, Reverse(index)) > (than.changed, Reverse(other))
    };
    let best = |at: usize| values.iter().enumerate().all(|other| !is_better(other, (at, &values[at])));
    let keep: Vec<bool> = (0..values.len()).map(best).collect();
    values.into_iter().zip(keep).filter_map(|(value, keep)| keep.then_some(value)).collect()
}

/// A byte of a line that was saved, if it could be touched then.
fn byte_before(lines: &BTreeMap<u64, LineAt>, address: u64) -> Option<u8> {
    let line = lines.get(&line_of(address))?;
    let index = (address - line.address) as usize;
    (line.valid >> index & 1 == 1).then(|| line.bytes[index])
}

fn line_of(address: u64) -> u64 {
    address & !(LINE as u64 - 1)
}

/// The values of a variable in these of its bytes. What is small and not described is a number.
fn values_of(variable: &Variable, within: std::ops::Range<u64>, visit: &mut dyn FnMut(String, u64, &Parts)) {
    match (&variable.parts, Scalar::of_size(variable.size)) {
        (Parts::None, Some(number)) => visit(String::new(), 0, &Parts::Scalar(number)),
        (parts, _) => parts.values_in(within, visit),
    }
}

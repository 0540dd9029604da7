//! What is known of a register: that it has a number, or an address in a variable on the stack or in what a parameter points to.

use crate::code::Reg;

/// A variable of the function, or what one of its parameters points to: a bit in a set.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(in crate::lower) struct Base(u32);

/// The first bits are those of parameters.
const PARAMETERS: u32 = 24;
const VARIABLES: u32 = 64 - PARAMETERS;

impl Base {
    pub(in crate::lower) fn parameter(register: usize) -> Option<Base> {
        u32::try_from(register).ok().filter(|&bit| bit < PARAMETERS).map(Base)
    }

    pub(in crate::lower) fn variable(index: usize) -> Option<Base> {
        u32::try_from(index).ok().filter(|&bit| bit < VARIABLES).map(|bit| Base(PARAMETERS + bit))
    }

    /// The place of a variable in the list of its function.
    pub(in crate::lower) fn index_of_variable(self) -> Option<usize> {
        self.0.checked_sub(PARAMETERS).map(|index| index as usize)
    }

    pub(in crate::lower) fn is_parameter(self) -> bool {
        self.0 < PARAMETERS
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(in crate::lower) struct Bases(u64);

impl Bases {
    pub(in crate::lower) const ALL: Bases = Bases(u64::MAX);

    pub(in crate::lower) fn contains(self, base: Base) -> bool {
        self.0 >> base.0 & 1 == 1
    }

    pub(in crate::lower) fn insert(&mut self, base: Base) {
        self.0 |= 1 << base.0;
    }

    pub(in crate::lower) fn remove(&mut self, base: Base) {
        self.0 &= !(1 << base.0);
    }

    pub(in crate::lower) fn add(&mut self, other: Bases) {
        self.0 |= other.0;
    }

    pub(in crate::lower) fn iter(self) -> impl Iterator<Item = Base> {
        (0..64).map(Base).filter(move |&base| self.contains(base))
    }
}

impl From<Base> for Bases {
    fn from(base: Base) -> Bases {
        Bases(1 << base.0)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::lower) enum Value {
    Other,
    Number(u64),
    Address(Address),
}

/// It may be in one of these, if it is an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::lower) struct Address {
    pub bases: Bases,
    /// If it is known, and there is one base.
    pub offset: Option<i64>,
    /// It is an address for certain.
    pub is_certain: bool,
}

impl Address {
    pub(in crate::lower) fn of(base: Base, offset: i64) -> Address {
        Address { bases: base.into(), offset: Some(offset), is_certain: true }
    }

    /// The only base, and the offset.
    pub(in crate::lower) fn place(self) -> Option<(Base, i64)> {
        Some((self.bases.iter().next()?, self.offset?))
    }
}

impl Value {
    pub(in crate::lower) fn join(self, other: Value) -> Value {
        match (self, other) {
            (one, other) if one == other => one,
            (Value::Address(one), Value::Address(other)) => {
                let mut bases = one.bases;
                bases.add(other.bases);
                let offset = one.offset.filter(|_| one.bases == other.bases && one.offset == other.offset);
                let is_certain = one.is_certain && other.is_certain;
                Value::Address(Address { bases, offset, is_certain })
            }
            (Value::Address(address), _) | (_, Value::Address(address)) => {
                Value::Address(Address { is_certain: false, ..address })
            }
            _ => Value::Other,
        }
    }

    /// The sum, if it is not an address of two things.
    pub(in crate::lower) fn plus(self, other: Value) -> Option<Value> {
        Some(match (self, other) {
            (Value::Number(one), Value::Number(other)) => Value::Number(one.wrapping_add(other)),
            (Value::Address(address), Value::Number(by)) | (Value::Number(by), Value::Address(address)) => {
                let offset = address.offset.and_then(|offset| offset.checked_add(by as i64));
                Value::Address(Address { offset, ..address })
            }
            (Value::Address(address), Value::Other) | (Value::Other, Value::Address(address)) => {
                Value::Address(Address { offset: None, ..address })
            }
            (Value::Address(_), Value::Address(_)) => return None,
            _ => Value::Other,
        })
    }

    pub(in crate::lower) fn bases(self) -> Bases {
        match self {
            Value::Address(address) => address.bases,
            _ => Bases::default(),
        }
    }
}

/// The registers of a frame.
#[derive(Clone, Debug)]
pub(in crate::lower) struct Registers(Vec<Value>);

impl Registers {
    pub(in crate::lower) fn new(count: u16) -> Registers {
        Registers(vec![Value::Other; usize::from(count)])
    }

    pub(in crate::lower) fn get(&self, register: Reg) -> Value {
        self.0[usize::from(register)]
    }

    pub(in crate::lower) fn set(&mut self, register: Reg, value: Value) {
        self.0[usize::from(register)] = value;
    }

    /// Whether that changes anything.
    pub(in crate::lower) fn join(&mut self, other: &Registers) -> bool {
        let mut has_changed = false;
        for (value, other) in self.0.iter_mut().zip(&other.0) {
            let joined = value.join(*other);
            has_changed |= joined != *value;
            *value = joined;
        }
        has_changed
    }
}

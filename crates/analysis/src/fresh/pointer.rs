//! What a value may point to.

/// A set of allocation sites of one function: at most [`Sites::MOST`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Sites(u128);

impl Sites {
    pub(super) const NONE: Sites = Sites(0);
    /// Sites beyond are not followed: what points there points elsewhere.
    pub(super) const MOST: usize = 128;

    pub(super) fn one(site: usize) -> Sites {
        Sites(1 << site)
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn count(self) -> u32 {
        self.0.count_ones()
    }

    pub(super) fn contains(self, site: usize) -> bool {
        self.0 >> site & 1 == 1
    }

    pub(super) fn meets(self, other: Sites) -> bool {
        self.0 & other.0 != 0
    }

    pub(super) fn and(self, other: Sites) -> Sites {
        Sites(self.0 & other.0)
    }

    pub(super) fn without(self, other: Sites) -> Sites {
        Sites(self.0 & !other.0)
    }

    pub(super) fn iter(self) -> impl Iterator<Item = usize> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let next = left.trailing_zeros() as usize;
            left &= left.wrapping_sub(1);
            (next < Sites::MOST).then_some(next)
        })
    }
}

impl std::ops::BitOr for Sites {
    type Output = Sites;

    fn bitor(self, other: Sites) -> Sites {
        Sites(self.0 | other.0)
    }
}

impl std::ops::BitOrAssign for Sites {
    fn bitor_assign(&mut self, other: Sites) {
        self.0 |= other.0;
    }
}

/// What a value may point to, whatever its type: numbers may hold the bytes of pointers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pointer {
    pub sites: Sites,
    /// It may also point to memory that is not followed.
    pub elsewhere: bool,
    /// In bytes from the start of the block, if that is the same for all sites.
    pub offset: Option<i64>,
}

impl Pointer {
    /// Points to nothing: null, and what is not initialised.
    pub(super) const NOWHERE: Pointer = Pointer { sites: Sites::NONE, elsewhere: false, offset: Some(0) };
    /// Points to no block that is followed.
    pub(super) const ELSEWHERE: Pointer = Pointer { sites: Sites::NONE, elsewhere: true, offset: Some(0) };

    pub(super) fn to(site: usize) -> Pointer {
        Pointer { sites: Sites::one(site), elsewhere: false, offset: Some(0) }
    }

    /// Somewhere into these blocks.
    pub(super) fn into_any(sites: Sites, elsewhere: bool) -> Pointer {
        Pointer { sites, elsewhere, offset: if sites.is_empty() { Some(0) } else { None } }
    }

    pub(super) fn join(self, other: Pointer) -> Pointer {
        let offset = match (self.sites.is_empty(), other.sites.is_empty()) {
            (true, _) => other.offset,
            (_, true) => self.offset,
            _ if self.offset == other.offset => self.offset,
            _ => None,
        };
        Pointer { sites: self.sites | other.sites, elsewhere: self.elsewhere || other.elsewhere, offset }
    }

    pub(super) fn plus(self, offset: Option<i64>) -> Pointer {
        match self.sites.is_empty() {
            true => self,
            false => {
                let sum = self.offset.zip(offset).and_then(|(start, offset)| start.checked_add(offset));
                Pointer { offset: sum, ..self }
            }
        }
    }

    /// What remains when these sites are no longer followed.
    pub(super) fn forget(self, sites: Sites) -> Pointer {
        match self.sites.meets(sites) {
            false => self,
            true => {
                let left = Pointer { sites: self.sites.without(sites), elsewhere: true, ..self };
                if left.sites.is_empty() { Pointer::ELSEWHERE } else { left }
            }
        }
    }
}

/// The pointers in the blocks of a site.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Contents {
    cells: Vec<Cell>,
    /// At offsets that are not known.
    anywhere: Pointer,
}

/// Bytes that were stored at once.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Cell {
    start: i64,
    size: u64,
    value: Pointer,
}

impl Cell {
    fn end(&self) -> i64 {
        self.start.saturating_add_unsigned(self.size)
    }
}

/// More cells are merged.
const MOST_CELLS: usize = 48;

impl Contents {
    pub(super) const EMPTY: Contents = Contents { cells: Vec::new(), anywhere: Pointer::NOWHERE };

    /// All that the block may contain.
    pub(super) fn all(&self) -> Pointer {
        let join = |all: Pointer, cell: &Cell| all.join(cell.value);
        let all = self.cells.iter().fold(self.anywhere, join);
        Pointer::into_any(all.sites, all.elsewhere)
    }

    /// What `size` bytes at an offset may contain. Part of a pointer is `Err`.
    pub(super) fn load(&self, offset: Option<i64>, size: u64) -> Result<Pointer, Pointer> {
        let Some(start) = offset else {
            let all = self.all();
            return if size < POINTER && !all.sites.is_empty() { Err(all) } else { Ok(all) };
        };
        let end = start.saturating_add_unsigned(size);
        let mut value = self.anywhere;
        let mut is_whole = true;
        for cell in self.cells.iter().filter(|cell| cell.start < end && start < cell.end()) {
            let is_same = cell.start == start && cell.size == size;
            let part = if is_same { cell.value } else { Pointer::into_any(cell.value.sites, true) };
            is_whole &= start <= cell.start && cell.end() <= end;
            value = value.join(part);
        }
        if (size < POINTER || !is_whole) && !value.sites.is_empty() { Err(value) } else { Ok(value) }
    }

    /// Adds what is stored.
    pub(super) fn add(&mut self, offset: Option<i64>, size: u64, value: Pointer) {
        if value == Pointer::NOWHERE {
            return;
        }
        let known = offset
            .and_then(|start| self.cells.iter().position(|cell| cell.start == start && cell.size == size));
        match (offset, known) {
            (_, Some(at)) => self.cells[at].value = self.cells[at].value.join(value),
            (Some(start), None) if self.cells.len() < MOST_CELLS => {
                let at = self.cells.partition_point(|cell| (cell.start, cell.size) < (start, size));
                self.cells.insert(at, Cell { start, size, value });
            }
            _ => self.anywhere = self.anywhere.join(value),
        }
    }

    /// Replaces what was there.
    pub(super) fn set(&mut self, start: i64, size: u64, value: Pointer) {
        let end = start.saturating_add_unsigned(size);
        self.cells.retain(|cell| cell.start < start || end < cell.end());
        self.add(Some(start), size, value);
    }

    pub(super) fn forget(&mut self, sites: Sites) {
        self.anywhere = self.anywhere.forget(sites);
        for cell in &mut self.cells {
            cell.value = cell.value.forget(sites);
        }
    }

    /// Returns whether that changes anything.
    pub(super) fn join(&mut self, other: &Contents) -> bool {
        if self == other {
            return false;
        }
        let before = self.clone();
        self.anywhere = self.anywhere.join(other.anywhere);
        for cell in &other.cells {
            self.add(Some(cell.start), cell.size, cell.value);
        }
        *self != before
    }
}

/// Bytes of a pointer.
pub(super) const POINTER: u64 = 8;

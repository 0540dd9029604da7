//! Values, what flows from one to another, and what they point to: the solver.

use mazurka_ir::instruction::LocalId;
use mazurka_ir::link::SymbolRef;
use rustc_hash::FxHashMap;

use super::places::{Copied, Place, Span, Steps};
use crate::call_graph::FunctionId;

/// A value of the text, what is read from or written to a part of memory, or one of these.
pub type Var = u32;
/// What decides something. It has no contents.
pub const DECIDES: Var = 0;
/// What leaves the text: its memory may be read and written there.
pub const ESCAPES: Var = 1;
/// What comes from there.
pub(super) const OUTSIDE: Var = 2;
/// The results of threads.
pub(super) const RESULTS: Var = 3;
/// Values without addresses in them that are computed from nothing.
pub(super) const NOTHING: Var = 4;
/// What is an address that is accessed. It has no contents.
pub const LEADS: Var = 5;
pub(super) const FIRST: Var = 6;

pub type ObjectId = u32;

/// Memory that the text names: all that is created there in any execution.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    Variable(SymbolRef),
    /// On the stack of a function.
    Local(FunctionId, LocalId),
    /// By a call of a function that allocates.
    Block(FunctionId, super::Instruction),
}

/// What a value may be the address of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Target {
    /// Whatever has left the text, or was never in it.
    Outside,
    Function(FunctionId),
    Object(ObjectId, Place),
}

/// What becomes of addresses on the way from one value to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Way {
    /// They stay.
    Whole,
    /// They are moved.
    Moved(Steps),
    /// Something is computed from them, or from pieces of them.
    Pieces,
    /// They do not arrive. Still the one value is computed from the other.
    Lost,
}

/// What is done with whatever a value points to.
#[derive(Clone, Copy, Debug)]
pub(super) enum Use {
    Load {
        size: u64,
        to: Var,
    },
    Store {
        size: u64,
        from: Var,
        way: Way,
    },
    /// An update whose old value is part of the new one.
    Update {
        size: u64,
    },
    CopyFrom(u32),
    CopyTo(u32),
    Call(u32),
    /// It points to the first byte of what is resized.
    Resize {
        to: Var,
    },
}

/// `length` bytes, from whatever one value points to to whatever another one points to.
#[derive(Clone, Debug)]
pub(super) struct Copying {
    pub length: u64,
    pub from: Vec<Target>,
    pub to: Vec<Target>,
}

#[derive(Clone, Debug)]
pub(super) struct CallSite {
    pub arguments: Vec<Var>,
    pub result: Option<Var>,
}

/// A part of an object that is accessed.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    pub span: Span,
    /// What is read there.
    pub read: Var,
    /// What is written there.
    pub written: Var,
    /// Something is.
    pub is_written: bool,
}

#[derive(Debug)]
pub struct Object {
    pub origin: Origin,
    /// `None`: not known.
    pub size: Option<u64>,
    pub spots: Vec<Spot>,
    /// Its address has left the text.
    pub has_escaped: bool,
    copies: Vec<(Place, Target, u64)>,
}

/// More parts of one object are not told apart: the object counts as one that has left the text.
const MOST_SPOTS: usize = 64;
/// Where a value points to more places in one object, whatever is between them counts, too.
const MOST_PLACES: usize = 8;
/// A value that points to more counts as one that points anywhere.
const MOST_TARGETS: usize = 48;
/// Programs in which more flows than this are not looked into.
const MOST_STEPS: usize = 20_000_000;

#[derive(Default)]
pub(super) struct Flow {
    edges: Vec<Vec<(Var, Way)>>,
    targets: Vec<Vec<Target>>,
    uses: FxHashMap<Var, Vec<Use>>,
    pub objects: Vec<Object>,
    ids: FxHashMap<Origin, ObjectId>,
    /// Objects that were met and have not been given their first contents yet.
    pub fresh: Vec<ObjectId>,
    pub copyings: Vec<Copying>,
    pub calls: Vec<CallSite>,
    /// The parameters of every function, and its result.
    pub functions: Vec<(Vec<Var>, Var)>,
    escaped_functions: Vec<bool>,
    /// Parts that have been met, and have to be copied wherever their objects are.
    to_copy: Vec<(ObjectId, Spot)>,
    work: Vec<(Var, Target)>,
    steps: usize,
}

impl Flow {
    /// With this many values besides those that are always there.
    pub(super) fn new(values: u32, functions: Vec<(Vec<Var>, Var)>) -> Flow {
        let mut flow = Flow { escaped_functions: vec![false; functions.len()], functions, ..Flow::default() };
        let count = (FIRST + values) as usize;
        flow.edges.resize_with(count, Vec::new);
        flow.targets.resize_with(count, Vec::new);
        flow.targets[OUTSIDE as usize].push(Target::Outside);
        flow
    }

    pub(super) fn var(&mut self) -> Var {
        self.edges.push(Vec::new());
        self.targets.push(Vec::new());
        self.edges.len() as Var - 1
    }

    pub(super) fn targets(&self, var: Var) -> &[Target] {
        &self.targets[var as usize]
    }

    /// Whether too much flows.
    pub(super) fn has_given_up(&self) -> bool {
        self.steps > MOST_STEPS
    }

    /// For every value, those that it is computed from.
    pub(super) fn sources(&self) -> Vec<Vec<Var>> {
        let mut sources = vec![Vec::new(); self.edges.len()];
        for (edges, from) in self.edges.iter().zip(0..) {
            edges.iter().for_each(|(to, _)| sources[*to as usize].push(from));
        }
        sources
    }

    pub(super) fn object(&mut self, origin: Origin, size: Option<u64>) -> ObjectId {
        if let Some(&id) = self.ids.get(&origin) {
            return id;
        }
        let id = self.objects.len() as ObjectId;
        self.objects.push(Object { origin, size, spots: Vec::new(), has_escaped: false, copies: Vec::new() });
        self.ids.insert(origin, id);
        self.fresh.push(id);
        id
    }

    /// The target, where nothing better is known of what has escaped.
    fn known(&self, target: Target) -> Target {
        match target {
            Target::Object(object, _) if self.objects[object as usize].has_escaped => Target::Outside,
            target => target,
        }
    }

    pub(super) fn add(&mut self, var: Var, target: Target) {
        let target = self.known(target);
        match var {
            DECIDES | LEADS | NOTHING => return,
            ESCAPES => return self.escape(target),
            _ => {}
        }
        let Some(target) = self.widened(var, target) else { return };
        self.targets[var as usize].push(target);
        self.work.push((var, target));
        if self.targets[var as usize].len() > MOST_TARGETS && target != Target::Outside {
            // Calls have been connected with the functions among them, or will be.
            std::mem::take(&mut self.targets[var as usize])
                .into_iter()
                .for_each(|target| self.escape(target));
            self.add(var, Target::Outside);
        }
    }

    /// The target, where a value has few places in its object; else all places that are as far from each other. `None`: it is known.
    fn widened(&self, var: Var, target: Target) -> Option<Target> {
        let known = &self.targets[var as usize];
        let Target::Object(object, place) = target else {
            return (!known.contains(&target)).then_some(target);
        };
        let places = || {
            known.iter().filter_map(|known| match known {
                Target::Object(other, place) if *other == object => Some(*place),
                _ => None,
            })
        };
        match () {
            () if places().any(|known| known.covers(place)) => None,
            () if places().count() < MOST_PLACES => Some(target),
            () => Some(Target::Object(object, places().fold(place, Place::joined))),
        }
    }

    pub(super) fn connect(&mut self, from: Var, to: Var, way: Way) {
        if from == to || from == NOTHING {
            return;
        }
        self.edges[from as usize].push((to, way));
        for at in 0..self.targets[from as usize].len() {
            let target = self.targets[from as usize][at];
            self.send(target, to, way);
        }
    }

    fn send(&mut self, target: Target, to: Var, way: Way) {
        self.steps += 1;
        let target = match (way, target) {
            (Way::Lost, _) => return,
            (Way::Whole, target) | (_, target @ Target::Outside) => target,
            (Way::Moved(steps), Target::Object(object, place)) => Target::Object(object, place.moved(steps)),
            (Way::Pieces, Target::Object(object, _)) => Target::Object(object, Place::ANYWHERE),
            // It may be put together again.
            (_, function @ Target::Function(_)) => function,
        };
        self.add(to, target);
    }

    pub(super) fn uses(&mut self, var: Var, used: Use) {
        if var == NOTHING {
            return;
        }
        self.uses.entry(var).or_default().push(used);
        for at in 0..self.targets[var as usize].len() {
            let target = self.targets[var as usize][at];
            self.apply(used, target);
        }
    }

    pub(super) fn solve(&mut self) {
        loop {
            while let Some((object, spot)) = self.to_copy.pop() {
                for (from, to, length) in self.objects[object as usize].copies.clone() {
                    self.copy_spot(spot, from, to, length);
                }
            }
            let Some((var, target)) = self.work.pop() else { return };
            if self.has_given_up() {
                return;
            }
            if var == ESCAPES {
                self.release(target);
                continue;
            }
            for at in 0..self.edges[var as usize].len() {
                let (to, way) = self.edges[var as usize][at];
                self.send(target, to, way);
            }
            for at in 0..self.uses.get(&var).map_or(0, Vec::len) {
                let used = self.uses[&var][at];
                self.apply(used, target);
            }
        }
    }

    fn apply(&mut self, used: Use, target: Target) {
        self.steps += 1;
        let target = self.known(target);
        match used {
            Use::Load { size, to } => {
                let spot = self.spot(target, size, false);
                let way = if size < super::places::POINTER { Way::Pieces } else { Way::Whole };
                self.connect(spot.0, to, way);
            }
            Use::Store { size, from, way } => {
                let spot = self.spot(target, size, true);
                self.connect(from, spot.1, way);
            }
            Use::Update { size } => {
                let (read, written) = self.spot(target, size, true);
                self.connect(read, written, Way::Pieces);
            }
            Use::CopyFrom(number) => {
                self.copyings[number as usize].from.push(target);
                for to in self.copyings[number as usize].to.clone() {
                    self.copy(target, to, self.copyings[number as usize].length);
                }
            }
            Use::CopyTo(number) => {
                self.copyings[number as usize].to.push(target);
                for from in self.copyings[number as usize].from.clone() {
                    self.copy(from, target, self.copyings[number as usize].length);
                }
            }
            Use::Call(call) => self.call(call, target),
            Use::Resize { to } => self.add(to, target),
        }
    }

    fn call(&mut self, call: u32, target: Target) {
        let CallSite { arguments, result } = self.calls[call as usize].clone();
        match target {
            Target::Function(function) => {
                let (params, returned) = self.functions[function].clone();
                for (at, argument) in arguments.into_iter().enumerate() {
                    // Further ones are in memory, where the function finds them.
                    self.connect(argument, params.get(at).copied().unwrap_or(ESCAPES), Way::Whole);
                }
                result.into_iter().for_each(|result| self.connect(returned, result, Way::Whole));
            }
            Target::Outside => {
                arguments.into_iter().for_each(|argument| self.connect(argument, ESCAPES, Way::Whole));
                result.into_iter().for_each(|result| self.connect(OUTSIDE, result, Way::Whole));
            }
            Target::Object(..) => {}
        }
    }

    /// What is read and what is written where a target is.
    fn spot(&mut self, target: Target, size: u64, is_written: bool) -> (Var, Var) {
        let (object, place) = match self.known(target) {
            Target::Outside => return (OUTSIDE, ESCAPES),
            // Its text is neither written nor an address.
            Target::Function(_) => return (NOTHING, DECIDES),
            Target::Object(object, place) => (object, place),
        };
        let span = Span::new(place, size);
        let known = &mut self.objects[object as usize];
        if let Some(spot) = known.spots.iter_mut().find(|spot| spot.span == span) {
            spot.is_written |= is_written;
            return (spot.read, spot.written);
        }
        let leaves = place
            .exact()
            .zip(known.size)
            .is_some_and(|(start, has)| start < 0 || i128::from(start) + i128::from(size) > i128::from(has));
        // Memory of unknown length may end before.
        if known.spots.len() >= MOST_SPOTS || leaves && size != u64::MAX {
            self.escape(target);
            return (OUTSIDE, ESCAPES);
        }
        self.new_spot(object, span, is_written)
    }

    fn new_spot(&mut self, object: ObjectId, span: Span, is_written: bool) -> (Var, Var) {
        let (read, written) = (self.var(), self.var());
        let new = Spot { span, read, written, is_written };
        self.objects[object as usize].spots.push(new);
        for at in 0..self.objects[object as usize].spots.len() {
            let other = self.objects[object as usize].spots[at];
            if !other.span.overlaps(span) {
                continue;
            }
            let mut flows = |from: Spot, to: Spot| {
                let way = if from.span.keeps_pointers_whole(to.span) { Way::Whole } else { Way::Pieces };
                self.connect(from.written, to.read, way);
            };
            flows(new, other);
            if other.written != written {
                flows(other, new);
            }
        }
        self.to_copy.push((object, new));
        (read, written)
    }

    fn copy(&mut self, from: Target, to: Target, length: u64) {
        let (from, to) = (self.known(from), self.known(to));
        match from {
            Target::Function(_) => {}
            Target::Outside => {
                let written = self.spot(to, length, true).1;
                self.connect(OUTSIDE, written, Way::Whole);
            }
            Target::Object(object, place) => {
                self.objects[object as usize].copies.push((place, to, length));
                let spots = self.objects[object as usize].spots.clone();
                spots.into_iter().for_each(|spot| self.copy_spot(spot, place, to, length));
            }
        }
    }

    fn copy_spot(&mut self, spot: Spot, from: Place, to: Target, length: u64) {
        let to = self.known(to);
        let Target::Object(object, place) = to else {
            if spot.span.copied(from, Place::ANYWHERE, length) != Copied::None && to == Target::Outside {
                self.connect(spot.written, ESCAPES, Way::Whole);
            }
            return;
        };
        match spot.span.copied(from, place, length) {
            Copied::None => {}
            Copied::Whole(span) if length != u64::MAX => {
                let written = self.spot(Target::Object(object, span.place), span.size, true).1;
                self.connect(spot.written, written, Way::Whole);
            }
            Copied::Whole(_) | Copied::Part => {
                let written = self.spot(to, length, true).1;
                self.connect(spot.written, written, Way::Pieces);
            }
        }
    }

    /// The text outside may do with it what it likes.
    pub(super) fn escape(&mut self, target: Target) {
        let has_escaped = match target {
            Target::Outside => return,
            Target::Function(function) => &mut self.escaped_functions[function],
            Target::Object(object, _) => &mut self.objects[object as usize].has_escaped,
        };
        if !std::mem::replace(has_escaped, true) {
            self.work.push((ESCAPES, target));
        }
    }

    /// What follows from that.
    fn release(&mut self, target: Target) {
        match target {
            Target::Outside => {}
            Target::Function(function) => {
                let (params, returned) = self.functions[function].clone();
                params.into_iter().for_each(|param| self.connect(OUTSIDE, param, Way::Whole));
                self.connect(returned, ESCAPES, Way::Whole);
            }
            Target::Object(object, _) => {
                for at in 0..self.objects[object as usize].spots.len() {
                    let Spot { read, written, .. } = self.objects[object as usize].spots[at];
                    self.connect(written, ESCAPES, Way::Whole);
                    self.connect(OUTSIDE, read, Way::Whole);
                }
                for at in 0..self.objects[object as usize].copies.len() {
                    let (_, to, length) = self.objects[object as usize].copies[at];
                    let written = self.spot(to, length, true).1;
                    self.connect(OUTSIDE, written, Way::Whole);
                }
            }
        }
    }
}

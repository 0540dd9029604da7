//! Every interleaving within the bound: the oracle of the other bounded searches. It must stay too simple to be wrong.

use mazurka_machine::Machine;

use super::unfinished::Unfinished;
use super::{Bounded, Deepening, explored, open_steps};
use crate::bound::Bound;
use crate::saved::Own;
use crate::search::Reduction;
use crate::trail::{Node, Taken, Trail};

pub struct Enumeration(Bounded);

impl Enumeration {
    pub fn new(bound: Bound) -> Enumeration {
        Enumeration(Bounded::new(bound))
    }
}

impl Deepening for Enumeration {
    fn unfinished(&mut self) -> &mut Unfinished {
        &mut self.0.unfinished
    }
}

impl<M: Machine> Reduction<M> for Enumeration {
    fn pick(&mut self, trail: &mut Trail<M::Mark>) -> Option<Taken> {
        self.0.pick_among(trail, Node::ready)
    }

    fn entered(&mut self, trail: &mut Trail<M::Mark>) {
        self.0.entered(trail);
    }

    fn returned(&mut self, trail: &mut Trail<M::Mark>, taken: Taken) {
        explored(trail.top_mut(), taken);
        self.0.returned(trail, taken);
    }

    fn left(&self, node: &Node<M::Mark>) -> usize {
        open_steps(node, node.ready())
    }

    fn refused(&self) -> u64 {
        self.0.refused
    }

    fn save(&self) -> Own {
        self.0.save()
    }

    fn restore(&mut self, own: Own) -> bool {
        self.0.restore(own)
    }
}

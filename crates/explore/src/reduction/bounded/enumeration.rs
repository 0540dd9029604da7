//! Every interleaving within the bound: the oracle of the other bounded searches. It must stay too simple to be wrong.

use mazurka_machine::ThreadSet;

use super::{Algorithm, Branching, Looks, Sleeps, Within};
use crate::stack::Node;

pub type Enumeration = Within<Everything>;

pub struct Everything;

impl Algorithm for Everything {
    const LOOKS: Looks = Looks::Never;
    const SLEEPS: Sleeps = Sleeps::Never;

    fn candidates(node: &Node<Branching>) -> &ThreadSet {
        node.ready()
    }
}

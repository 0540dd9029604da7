//! Every interleaving within the bound: the oracle of the other bounded searches. It must stay too simple to be wrong.

use mazurka_machine::ThreadSet;

use super::within::{Algorithm, Within};
use crate::stack::Node;

pub type Enumeration = Within<Everybody>;

#[derive(Default)]
pub struct Everybody;

impl Algorithm for Everybody {
    fn candidates<Mark: Copy>(node: &Node<Mark>) -> &ThreadSet {
        node.ready()
    }
}

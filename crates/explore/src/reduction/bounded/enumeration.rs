//! Every interleaving within the bound: the oracle of the other bounded searches. It must stay too simple to be wrong.

use mazurka_machine::ThreadSet;
use serde::{Deserialize, Serialize};

use super::Branching;
use super::within::{Algorithm, Within};
use crate::stack::Node;

pub type Enumeration = Within<Everybody>;

#[derive(Default, Serialize, Deserialize)]
pub struct Everybody;

impl Algorithm for Everybody {
    fn candidates(node: &Node<Branching>) -> &ThreadSet {
        node.ready()
    }
}

//! Changes what was saved, as an attacker might.

use mazurka_machine::toy::Random;

pub(crate) struct Forger(Random);

impl Forger {
    pub(crate) fn new(seed: u64) -> Forger {
        Forger(Random::new(seed))
    }

    /// Does what a fuzzer's bytes say.
    #[allow(dead_code, reason = "for the fuzz target `checkpoint`")]
    pub(crate) fn from_bytes(bytes: &[u8]) -> Forger {
        Forger(Random::from_bytes(bytes))
    }

    /// The bytes with one to three of them changed, now and then one more or one less. Which search it is, at their
    /// beginning, stays as it is.
    pub(crate) fn forge(&mut self, bytes: &[u8]) -> Vec<u8> {
        let (_, rest) = postcard::take_from_bytes::<&str>(bytes).expect("it begins with a name");
        let start = bytes.len() - rest.len();
        let mut forged = bytes.to_vec();
        for _ in 0..=self.0.below(3) {
            let (at, byte) = (start + self.0.below(forged.len() - start), self.0.bits() as u8);
            match self.0.below(8) {
                0 => forged[at] = 0xff,
                1 => forged[at] = 0,
                2 => forged[at] = forged[at].wrapping_add(1),
                3 => forged[at] = forged[at].wrapping_sub(1),
                4 => forged[at] ^= 1 << (byte % 8),
                5 => forged.insert(at, byte),
                6 if forged.len() > start + 1 => drop(forged.remove(at)),
                _ => forged[at] = byte,
            }
        }
        forged
    }
}

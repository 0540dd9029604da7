//! Changes what was saved, as somebody might who wants to see what happens.

/// Numbers that look random, the same every time.
pub struct Forger(pub u64);

impl Forger {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    /// A number below another.
    fn below(&mut self, end: usize) -> usize {
        self.next() as usize % end
    }

    /// The bytes with one to three of them changed, now and then one more or one less.
    pub fn forge(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut forged = bytes.to_vec();
        for _ in 0..=self.below(3) {
            let (at, byte) = (self.below(forged.len()), self.next() as u8);
            match self.below(8) {
                0 => forged[at] = 0xff,
                1 => forged[at] = 0,
                2 => forged[at] = forged[at].wrapping_add(1),
                3 => forged[at] = forged[at].wrapping_sub(1),
                4 => forged[at] ^= 1 << (byte % 8),
                5 => forged.insert(at, byte),
                6 if forged.len() > 1 => drop(forged.remove(at)),
                _ => forged[at] = byte,
            }
        }
        forged
    }
}

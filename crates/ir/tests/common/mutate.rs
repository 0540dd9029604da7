//! Damage to texts, the same on every machine. The tests of the reader and of the VM share it.

/// The text with one to three mutations.
pub(crate) fn mutant(text: &str, random: &mut Random) -> String {
    let mut text = text.to_string();
    for _ in 0..=random.below(3) {
        text = match random.below(8) {
            0 => truncate(text, random),
            1 => flip_byte(text, random),
            2 => edit(&lines(&text), random),
            _ => edit(&tokens(&text), random),
        };
    }
    text
}

fn truncate(mut text: String, random: &mut Random) -> String {
    text.truncate(random.below(text.len() + 1));
    text
}

/// Flips a bit that leaves ASCII ASCII.
fn flip_byte(text: String, random: &mut Random) -> String {
    let mut bytes = text.into_bytes();
    if let Some(last) = bytes.len().checked_sub(1) {
        bytes[random.below(last + 1)] ^= 1 << random.below(7);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Deletes, duplicates, swaps or replaces one part.
fn edit(parts: &[&str], random: &mut Random) -> String {
    let mut parts = parts.to_vec();
    if parts.is_empty() {
        return String::new();
    }
    let (here, there) = (random.below(parts.len()), random.below(parts.len()));
    match random.below(5) {
        0 => drop(parts.remove(here)),
        1 => parts.insert(here, parts[here]),
        2 => parts.swap(here, there),
        3 => parts[here] = parts[there],
        _ => {
            parts[here] =
                random.pick(&["4294967296", "-1", "99999999999999999999", "%x", "@x", "!9", "ptr", "<{"])
        }
    }
    parts.concat()
}

fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

/// Words, and everything else byte by byte. The seeds are ASCII, and so are their mutants.
fn tokens(text: &str) -> Vec<&str> {
    let of_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii();
    let mut tokens = Vec::new();
    let mut start = 0;
    for (at, pair) in text.as_bytes().windows(2).enumerate() {
        if !(of_word(pair[0]) && of_word(pair[1])) {
            tokens.push(&text[start..=at]);
            start = at + 1;
        }
    }
    tokens.push(&text[start..]);
    tokens
}

/// xorshift64*: small, and the same on every machine.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

//! Where a report comes from, for readers who find it in an archive.

pub struct Origin {
    /// Mazurka's version.
    pub version: String,
    pub inputs: Vec<Input>,
    /// What was typed, as a shell would read it.
    pub command_line: String,
    /// When, as in ISO 8601: `2026-11-16T12:00:00Z`.
    pub created: String,
}

pub struct Input {
    /// As it was typed.
    pub name: String,
    /// In hexadecimal digits; empty where the file cannot be read.
    pub sha256: String,
}

impl Origin {
    /// What was checked, by name.
    pub fn program(&self) -> String {
        self.inputs.iter().map(|input| input.name.as_str()).collect::<Vec<_>>().join(" ")
    }
}

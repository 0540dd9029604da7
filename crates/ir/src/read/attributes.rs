//! LangRef: "Parameter Attributes", "Function Attributes". Unknown ones never fail: a word, `word(…)`, `"key"="value"`
//! or `#N`. Kept is only what changes execution.

use crate::instruction::ParamAttributes;

use super::Reader;
use super::constants::is_constant_word;
use super::text::Read;

impl Reader<'_> {
    /// Flags, calling convention and attributes in front of a type: everything up to the type.
    #[inline]
    pub(super) fn flags(&mut self) -> Read<()> {
        while !self.at_type() {
            self.attribute("a type")?;
        }
        Ok(())
    }

    /// The attributes between the type and the value (or name) of a parameter.
    pub(super) fn param_attributes(&mut self) -> Read<ParamAttributes> {
        let mut kept = ParamAttributes::default();
        loop {
            match self.text.peek() {
                b'"' => self.attribute("a value")?,
                b'a'..=b'z' => {
                    let word = self.text.peek_word();
                    if is_constant_word(word) {
                        return Ok(kept);
                    }
                    self.param_attribute(word, &mut kept)?;
                }
                _ => return Ok(kept),
            }
        }
    }

    fn param_attribute(&mut self, word: &str, kept: &mut ParamAttributes) -> Read<()> {
        match word {
            "align" => kept.align = self.align_attribute()?,
            "byval" => {
                self.text.word();
                self.text.expect(b'(')?;
                kept.byval = Some(self.value_type()?);
                self.text.expect(b')')?;
            }
            _ => {
                kept.sret |= word == "sret";
                kept.signext |= word == "signext";
                kept.zeroext |= word == "zeroext";
                self.attribute("a value")?;
            }
        }
        Ok(())
    }

    /// `align N`, `align(N)`.
    pub(super) fn align_attribute(&mut self) -> Read<u32> {
        self.text.expect_word("align")?;
        let bracket = self.text.eat(b'(');
        let before = self.text;
        let align = self.text.unsigned32()?;
        if align != 0 && !align.is_power_of_two() {
            return Err(before.fail("an alignment is a power of two"));
        }
        if bracket {
            self.text.expect(b')')?;
        }
        Ok(align)
    }

    /// The attributes behind a call's arguments: the rest of the line. True if they say `returns_twice`.
    pub(super) fn call_attributes(&mut self) -> Read<bool> {
        let mut returns_twice = false;
        while !self.text.starts_line() {
            match self.text.peek() {
                b'#' => {
                    self.text.eat(b'#');
                    let group = self.text.unsigned32()?;
                    returns_twice |= self.names.returns_twice_groups.contains(&group);
                }
                // Operand bundles.
                b'[' => self.text.skip_balanced()?,
                b'"' | b'a'..=b'z' if self.text.peek_word() != "to" => {
                    returns_twice |= self.text.peek_word() == "returns_twice";
                    self.attribute("an attribute")?;
                }
                _ => break,
            }
        }
        Ok(returns_twice)
    }

    /// Skips one attribute.
    pub(super) fn attribute(&mut self, wanted: &str) -> Read<()> {
        if self.text.peek() == b'"' {
            self.text.string()?;
            if self.text.eat(b'=') {
                self.text.string()?;
            }
            return Ok(());
        }
        if self.text.peek_word() == "align" {
            return self.align_attribute().map(|_| ());
        }
        if !self.text.peek().is_ascii_lowercase() {
            return Err(self.text.expected(wanted));
        }
        self.text.word();
        if self.text.peek() == b'(' && self.text.touches_previous() {
            self.text.skip_balanced()?;
        }
        Ok(())
    }
}

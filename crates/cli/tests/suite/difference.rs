//! What differs between two texts, line by line.

use std::fmt::Write;

/// Lines shown on each side of the first difference.
const CONTEXT: usize = 3;

/// `None` when the texts are equal; otherwise the first lines that differ, `-` expected and `+` found.
pub(crate) fn difference(expected: &str, found: &str) -> Option<String> {
    if expected == found {
        return None;
    }
    let (expected_lines, found_lines): (Vec<_>, Vec<_>) =
        (expected.split('\n').collect(), found.split('\n').collect());
    let same = expected_lines.iter().zip(&found_lines).take_while(|(a, b)| a == b).count();
    let mut text = format!("line {} differs (- expected, + found):\n", same + 1);
    let mut show = |mark: char, lines: &[&str]| {
        for line in lines.iter().take(2 * CONTEXT) {
            let _ = writeln!(text, "  {mark} {line}");
        }
    };
    show(' ', &expected_lines[same.saturating_sub(CONTEXT)..same]);
    show('-', &expected_lines[same..]);
    show('+', &found_lines[same..]);
    Some(text)
}

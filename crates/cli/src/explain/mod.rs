//! `mazurka explain`: pages of help on a terminal.

use std::io;

use mazurka_machine::FaultKind;
use mazurka_report::explain::{self, Page};
use mazurka_report::text::Paint;

use crate::args::Explain;
use crate::exit;
use crate::failure::Failure;
use crate::terminal;

pub(crate) fn run(options: &Explain) -> Result<u8, Failure> {
    let paint = terminal::paint(options.color, &io::stdout());
    terminal::print(&match options.kind {
        Some(kind) => page(explain::page(kind), paint),
        None => list(paint),
    })?;
    Ok(exit::OK)
}

/// Markdown as a terminal shows it best: headings strong, programs indented.
fn page(page: Page, paint: Paint) -> String {
    let mut text = String::new();
    let mut code = false;
    for line in page.text.lines() {
        if line.starts_with("```") {
            code = !code;
            continue;
        }
        let heading = line.trim_start_matches('#').trim_start();
        text += &match () {
            _ if line.is_empty() => String::new(),
            _ if code => format!("    {line}"),
            _ if line.starts_with('#') => paint.strong(heading),
            _ => line.to_owned(),
        };
        text.push('\n');
    }
    text
}

fn list(paint: Paint) -> String {
    let width = FaultKind::ALL.iter().map(|kind| kind.name().len()).max().unwrap_or(0);
    let mut text = String::from("A finding is of one of these kinds; `mazurka explain KIND` says more:\n\n");
    for kind in FaultKind::ALL {
        let name = paint.strong(format!("{:width$}", kind.name()));
        text += &format!("  {name}  {}\n", explain::page(*kind).summary());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_indented_and_headings_stand_out() {
        let markdown = "# leak: lost\nSome `words`.\n\n```c\nint x;\n\n#if 0\n```\nEnd.\n";
        let expected = "\x1b[1mleak: lost\x1b[0m\nSome `words`.\n\n    int x;\n\n    #if 0\nEnd.\n";
        assert_eq!(page(Page { text: markdown }, Paint::new(true)), expected);
    }
}

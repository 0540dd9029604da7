//! `mazurka explain`.

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use mazurka_machine::FaultKind;
use mazurka_report::explain;

use super::Color;

/// Explain a kind of finding, or list all of them
///
/// A page says what the finding means, shows a small program that has it, how to read the report, and what to do about it.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Explain {
    /// As in the report: error[KIND]
    #[arg(value_name = "KIND", value_parser = kinds(), hide_possible_values = true)]
    pub kind: Option<FaultKind>,

    /// When to use colours
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: Color,
}

/// The names of all kinds, so that a wrong one is answered with the nearest right one, and shells can complete them.
fn kinds() -> impl TypedValueParser<Value = FaultKind> {
    let value = |kind: &FaultKind| PossibleValue::new(kind.name()).help(explain::page(*kind).summary());
    let names = PossibleValuesParser::new(FaultKind::ALL.iter().map(value));
    names.try_map(|name| {
        let kind = FaultKind::ALL.iter().find(|kind| kind.name() == name);
        kind.copied().ok_or_else(|| format!("unknown kind of finding `{name}`"))
    })
}

const EXAMPLES: &str = "\
Examples:
  mazurka explain             list all kinds of findings
  mazurka explain data-race   explain one of them";

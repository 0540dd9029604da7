//! A comparison as a page without scripts: charts on a logarithmic scale, and the table.

use std::fmt::Write;

use super::table::{grouped, seconds};
use super::{Comparison, Figures, Row};
use crate::html::policy;

const STYLE: &str = include_str!("style.css");

/// What there is a chart of: its title, the value, and how that is written.
type Measure = (&'static str, fn(&Figures) -> Option<f64>, fn(f64) -> String);

const MEASURES: [Measure; 4] = [
    ("CPU seconds", |figures| Some(figures.seconds), seconds),
    ("Megabytes", |figures| Some(figures.peak_bytes as f64 / 1e6), |value| format!("{value:.1}")),
    ("Executions, or states where they are remembered", Figures::explored, |value| grouped(value as u64)),
    ("CPU seconds to the first bug", |figures| figures.seconds_to_bug, seconds),
];

// Of a chart, in its own units: narrow enough to be read on a phone.
const WIDTH: f64 = 420.0;
const NAMES: f64 = 135.0;
const VALUES: f64 = 75.0;
const LINE: f64 = 22.0;

impl Figures {
    fn explored(&self) -> Option<f64> {
        self.states.or(self.executions).map(|count| count as f64)
    }

    fn came_to_its_end(&self) -> bool {
        self.verdict != "incomplete"
    }
}

impl Comparison {
    pub fn to_html(&self) -> String {
        let title = escaped(&self.program);
        let mut body = format!(
            "<h1>{title}</h1>\n<p>Each reduction had {} seconds. The scales are logarithmic; orange: it did not come to its end.</p>\n",
            self.timeout
        );
        for (title, value, words) in MEASURES {
            body += &self.chart(title, value, words);
        }
        let _ = write!(body, "<h2>All figures</h2>\n<div class=\"scroll\">{}</div>\n", self.table());
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{title}: reductions compared</title>\n<style>{STYLE}</style>\n{body}</html>\n",
            policy::policy("", STYLE),
        )
    }

    fn chart(&self, title: &str, value: fn(&Figures) -> Option<f64>, words: fn(f64) -> String) -> String {
        let figures = |row: &Row| {
            let figures = row.result.as_ref().ok()?;
            Some((escaped(&row.reduction), value(figures)?, figures.came_to_its_end()))
        };
        let bars: Vec<(String, f64, bool)> = self.rows.iter().filter_map(figures).collect();
        if bars.is_empty() {
            return String::new();
        }
        let scale = Scale::of(bars.iter().map(|(_, value, _)| *value));
        let height = LINE * bars.len() as f64;
        let (below, label) = (height + LINE, height + 15.0);
        let mut svg = format!("<h2>{title}</h2>\n<svg viewBox=\"0 0 {WIDTH} {below}\" role=\"img\">\n");
        for power in scale.labelled() {
            let x = NAMES + scale.length(10f64.powi(power));
            let _ = writeln!(
                svg,
                "<line class=\"grid\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"0\" y2=\"{height}\"/>\
                 <text class=\"scale\" x=\"{x:.1}\" y=\"{label}\" text-anchor=\"middle\">{}</text>",
                power_of_ten(power)
            );
        }
        for (index, (name, value, ended)) in bars.iter().enumerate() {
            let y = LINE * index as f64;
            let (length, class) = (scale.length(*value), if *ended { "bar" } else { "late" });
            let _ = writeln!(
                svg,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{name}</text>\
                 <rect class=\"{class}\" x=\"{NAMES}\" y=\"{:.1}\" width=\"{length:.1}\" height=\"{:.1}\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                NAMES - 6.0,
                y + 15.0,
                y + 3.0,
                LINE - 6.0,
                NAMES + length + 6.0,
                y + 15.0,
                words(*value),
            );
        }
        svg + "</svg>\n"
    }

    fn table(&self) -> String {
        let markdown = self.to_markdown();
        let mut table = String::from("<table>\n");
        // The second line of Markdown's table says how columns are aligned.
        for (index, line) in markdown.lines().enumerate().filter(|(index, _)| *index != 1) {
            let tag = if index == 0 { "th" } else { "td" };
            let cells = line
                .trim_matches('|')
                .split('|')
                .map(|cell| format!("<{tag}>{}</{tag}>", escaped(cell.trim())));
            let _ = writeln!(table, "<tr>{}</tr>", cells.collect::<String>());
        }
        table + "</table>"
    }
}

/// Powers of ten between which all values are.
struct Scale {
    low: i32,
    high: i32,
}

impl Scale {
    fn of(values: impl Iterator<Item = f64>) -> Scale {
        let powers: Vec<f64> = values.map(|value| value.max(0.001).log10()).collect();
        let low = powers.iter().copied().fold(f64::INFINITY, f64::min).floor() as i32;
        let high = powers.iter().copied().fold(f64::NEG_INFINITY, f64::max).ceil() as i32;
        // The least value has a bar, too.
        Scale { low: low - 1, high: high.max(low) }
    }

    /// Where there are lines with a label: there is room for a few.
    fn labelled(&self) -> impl Iterator<Item = i32> {
        let every = (self.high - self.low + 4) / 5;
        (self.low..=self.high).step_by(every as usize)
    }

    fn length(&self, value: f64) -> f64 {
        let part = (value.max(0.001).log10() - f64::from(self.low)) / f64::from(self.high - self.low);
        part.clamp(0.0, 1.0) * (WIDTH - NAMES - VALUES)
    }
}

/// `0.01`, `1,000`, `10 M`: short enough for a scale.
fn power_of_ten(power: i32) -> String {
    match power {
        ..0 => format!("{:.*}", power.unsigned_abs() as usize, 10f64.powi(power)),
        0..6 => grouped(10u64.pow(power.unsigned_abs())),
        6..9 => format!("{} M", grouped(10u64.pow(power.unsigned_abs() - 6))),
        _ => format!("1e{power}"),
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scale_shows_small_and_large_values() {
        let scale = Scale::of([0.01, 0.5, 20.0].into_iter());
        assert_eq!((scale.low, scale.high), (-3, 2));
        assert!(scale.length(0.01) > 20.0 && scale.length(20.0) < WIDTH - NAMES - VALUES);
        let labels = |low, high| Scale { low, high }.labelled().map(power_of_ten).collect::<Vec<_>>();
        assert_eq!(labels(-2, 1), ["0.01", "0.1", "1", "10"]);
        assert_eq!(labels(-1, 7), ["0.1", "10", "1,000", "100,000", "10 M"]);
        let same = Scale::of([1.0, 1.0].into_iter());
        assert!(same.length(1.0) > 0.0);
    }

    #[test]
    fn names_are_text() {
        let rows = vec![Row { reduction: "<b>".to_owned(), result: Err("</table>".to_owned()) }];
        let page = Comparison { program: "<script>".to_owned(), timeout: 1.0, rows }.to_html();
        assert!(!page.contains("<script>") && !page.contains("<b>"), "{page}");
        assert_eq!(page.matches("</table>").count(), 1, "{page}");
    }
}

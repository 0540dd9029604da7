//! A comparison as a table: for people, for Markdown and for spreadsheets.

use std::fmt::Write;

use super::{Comparison, Figures, Row};
use crate::text::width;

const HEADINGS: [&str; 11] = [
    "reduction",
    "verdict",
    "guarantee",
    "executions",
    "redundant",
    "states",
    "steps",
    "choices",
    "CPU s",
    "MB",
    "CPU s to bug",
];

/// Words are on the left, numbers on the right.
const WORDS: usize = 3;

impl Comparison {
    pub fn to_text(&self) -> String {
        let rows: Vec<Vec<String>> = self.cells(grouped);
        let columns: Vec<usize> = (0..HEADINGS.len()).collect();
        // A column in which there is nothing is left out.
        let is_used =
            |column: &usize| rows.iter().any(|row| row.get(*column).is_some_and(|cell| !cell.is_empty()));
        let columns: Vec<usize> = columns.into_iter().filter(is_used).collect();
        let headings = HEADINGS.map(str::to_owned);
        let widest = |column: usize| {
            let cells =
                rows.iter().filter(|row| row.len() > 2 || column == 0).filter_map(|row| row.get(column));
            cells.chain([&headings[column]]).map(|cell| width(cell)).max().unwrap_or(0)
        };
        let widths: Vec<usize> = columns.iter().map(|column| widest(*column)).collect();
        let mut text = String::new();
        for row in [headings.to_vec()].iter().chain(&rows) {
            let mut line = String::new();
            for (column, room) in columns.iter().zip(&widths) {
                let cell = row.get(*column).map_or("", String::as_str);
                let gap = " ".repeat(room.saturating_sub(width(cell)));
                line += &if *column < WORDS { format!("{cell}{gap}  ") } else { format!("{gap}{cell}  ") };
            }
            let _ = writeln!(text, "{}", line.trim_end());
        }
        text
    }

    pub fn to_markdown(&self) -> String {
        let mut text = format!("| {} |\n|", HEADINGS.join(" | "));
        for column in 0..HEADINGS.len() {
            text += if column < WORDS { " --- |" } else { " ---: |" };
        }
        text.push('\n');
        for mut row in self.cells(grouped) {
            row.resize(HEADINGS.len(), String::new());
            let _ = writeln!(text, "| {} |", row.join(" | ").replace('\n', " "));
        }
        text
    }

    /// As RFC 4180 has it, with the machine's own numbers.
    pub fn to_csv(&self) -> String {
        let quoted = |cell: &String| match cell.contains([',', '"', '\n']) {
            true => format!("\"{}\"", cell.replace('"', "\"\"")),
            false => cell.clone(),
        };
        let mut text = HEADINGS.join(",") + "\r\n";
        for mut row in self.cells(|number| number.to_string()) {
            row.resize(HEADINGS.len(), String::new());
            text += &(row.iter().map(quoted).collect::<Vec<_>>().join(",") + "\r\n");
        }
        text
    }

    fn cells(&self, number: impl Fn(u64) -> String) -> Vec<Vec<String>> {
        self.rows.iter().map(|row| row.cells(&number)).collect()
    }
}

impl Row {
    /// A cell for each heading, or the name and why there is nothing else.
    fn cells(&self, number: &impl Fn(u64) -> String) -> Vec<String> {
        let Row { reduction, result } = self;
        match result {
            Err(message) => vec![reduction.clone(), message.clone()],
            Ok(figures) => {
                let Figures { executions, redundant, states, transitions, choices, .. } = *figures;
                let counts = [executions, redundant, states, Some(transitions), choices];
                let counts = counts.into_iter().map(|count| count.map_or(String::new(), number));
                let megabytes = format!("{:.1}", figures.peak_bytes as f64 / 1e6);
                let to_bug = figures.seconds_to_bug.map_or(String::new(), seconds);
                [reduction.clone(), figures.in_words(), figures.guarantee.clone()]
                    .into_iter()
                    .chain(counts)
                    .chain([seconds(figures.seconds), megabytes, to_bug])
                    .collect()
            }
        }
    }
}

pub(super) fn seconds(seconds: f64) -> String {
    format!("{seconds:.2}")
}

/// `1,234,567`
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comparison() -> Comparison {
        let figures = Figures {
            verdict: "bug".to_owned(),
            guarantee: "all traces".to_owned(),
            races: "error".to_owned(),
            bugs: vec!["assertion".to_owned(), "deadlock".to_owned()],
            executions: Some(1_234_567),
            redundant: Some(0),
            states: None,
            transitions: 12,
            choices: None,
            seconds: 0.5,
            peak_bytes: 1_500_000,
            seconds_to_bug: Some(0.01),
        };
        let rows = vec![
            Row { reduction: "optimal".to_owned(), result: Ok(figures) },
            Row { reduction: "sdpor".to_owned(), result: Err("it was killed, as \"late\"".to_owned()) },
        ];
        Comparison { program: "prog".to_owned(), timeout: 10.0, rows }
    }

    #[test]
    fn people_read_columns() {
        let expected = "\
reduction  verdict                   guarantee   executions  redundant  steps  CPU s   MB  CPU s to bug
optimal    bug: assertion, deadlock  all traces   1,234,567          0     12   0.50  1.5          0.01
sdpor      it was killed, as \"late\"
";
        assert_eq!(comparison().to_text(), expected);
    }

    #[test]
    fn spreadsheets_read_numbers() {
        let text = comparison().to_csv();
        let mut lines = text.split("\r\n").skip(1);
        let row = "optimal,\"bug: assertion, deadlock\",all traces,1234567,0,,12,,0.50,1.5,0.01";
        assert_eq!(lines.next(), Some(row));
        assert_eq!(lines.next(), Some("sdpor,\"it was killed, as \"\"late\"\"\",,,,,,,,,"));
    }
}

//! How figures are printed.

/// `1,234.5`, without what is behind the point where it is nothing.
pub(crate) fn thousands(number: f64) -> String {
    let digits = format!("{number:.1}");
    let (whole, fraction) = digits.split_once('.').unwrap_or((&digits, "0"));
    let mut grouped = String::new();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    if fraction == "0" { grouped } else { format!("{grouped}.{fraction}") }
}

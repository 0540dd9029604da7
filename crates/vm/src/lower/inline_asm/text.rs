//! The text of inline assembly: statements, their labels, prefixes and operands. LLVM writes `$0` and `${0:b}` for operands, `$$` for a
//! dollar, and `$(at&t$|intel$)` for alternatives.

/// Statements of the text that are executed or say something to the assembler.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Statement {
    pub labels: Vec<String>,
    pub prefixes: Vec<Prefix>,
    /// Empty: only labels.
    pub name: String,
    pub operands: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Prefix {
    Lock,
    Repeat,
}

impl Statement {
    /// As it is shown in messages.
    pub(super) fn shown(&self) -> String {
        let lock = if self.prefixes.contains(&Prefix::Lock) { "lock " } else { "" };
        let rep = if self.prefixes.contains(&Prefix::Repeat) { "rep " } else { "" };
        let operands = as_in_c(&self.operands.join(","));
        format!("{lock}{rep}{} {operands}", self.name).trim_end().to_string()
    }
}

/// `${0:k}` is `%k0` in the source, and `$$` a dollar.
pub(super) fn as_in_c(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('$') {
        out.push_str(before);
        let reference = behind.strip_prefix('{').and_then(|inside| inside.split_once('}'));
        rest = match (behind.strip_prefix('$'), reference) {
            (Some(behind), _) => {
                out.push('$');
                behind
            }
            (_, Some((reference, behind))) => {
                let (number, modifier) = reference.split_once(':').unwrap_or((reference, ""));
                out.extend(["%", modifier, number]);
                behind
            }
            _ => {
                out.push('%');
                behind
            }
        };
    }
    out + rest
}

/// A prefix may be a statement of its own; what follows a `.pushsection` is not code.
pub(super) fn statements(template: &str) -> Vec<Statement> {
    let text = without_comments(&first_dialect(template));
    let mut all = Vec::new();
    let (mut labels, mut prefixes) = (Vec::new(), Vec::new());
    let mut is_code = true;
    for piece in text.split(['\n', ';']) {
        let mut rest = piece.trim();
        while let Some((label, behind)) = split_label(rest) {
            labels.extend(is_code.then(|| label.to_string()));
            rest = behind.trim_start();
        }
        let (mut name, mut operands) = split_word(rest);
        while let Some(prefix) = prefix(name) {
            prefixes.extend(prefix);
            (name, operands) = split_word(operands);
        }
        match name {
            ".pushsection" | ".section" => is_code = false,
            ".popsection" | ".previous" | ".text" => is_code = true,
            "" => {}
            _ if is_code => all.push(Statement {
                labels: std::mem::take(&mut labels),
                prefixes: std::mem::take(&mut prefixes),
                name: name.to_string(),
                operands: split_operands(operands),
            }),
            _ => {}
        }
    }
    if !labels.is_empty() || !prefixes.is_empty() {
        all.push(Statement { labels, prefixes, name: String::new(), operands: Vec::new() });
    }
    all
}

/// `Some(None)`: a prefix that changes nothing here.
fn prefix(word: &str) -> Option<Option<Prefix>> {
    Some(match word {
        "lock" => Some(Prefix::Lock),
        "rep" | "repe" | "repz" => Some(Prefix::Repeat),
        "xacquire" | "xrelease" | "notrack" | "data16" | "bnd" => None,
        _ => return None,
    })
}

/// Of `$(a$|b$)`, which is `{a|b}` in C, the first alternative.
fn first_dialect(template: &str) -> String {
    let mut out = String::new();
    let mut rest = template;
    while let Some(start) = rest.find("$(") {
        // A dollar may be one of `$$`.
        let dollars = rest[..start].len() - rest[..start].trim_end_matches('$').len();
        let Some(end) = rest[start..].find("$)").filter(|_| dollars.is_multiple_of(2)) else {
            out.push_str(&rest[..start + 2]);
            rest = &rest[start + 2..];
            continue;
        };
        let alternatives = &rest[start + 2..start + end];
        out.push_str(&rest[..start]);
        out.push_str(alternatives.split("$|").next().unwrap_or_default());
        rest = &rest[start + end + 2..];
    }
    out + rest
}

fn without_comments(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, comment)) = rest.split_once("/*") {
        out.push_str(before);
        out.push(' ');
        rest = comment.split_once("*/").map_or("", |(_, behind)| behind);
    }
    out.push_str(rest);
    let line = |line: &str| line.split('#').next().unwrap_or_default().to_string();
    out.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// `name:` at the start; a name may contain `${:uid}`.
fn split_label(text: &str) -> Option<(&str, &str)> {
    let mut in_braces = false;
    for (at, c) in text.char_indices() {
        match c {
            '{' => in_braces = true,
            '}' => in_braces = false,
            _ if in_braces => {}
            ':' => return (at > 0).then(|| (&text[..at], &text[at + 1..])),
            '$' | '_' | '.' => {}
            _ if c.is_alphanumeric() => {}
            _ => return None,
        }
    }
    None
}

fn split_word(text: &str) -> (&str, &str) {
    match text.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim()),
        None => (text, ""),
    }
}

/// At commas that are not inside of parentheses.
fn split_operands(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    let (mut depth, mut start) = (0_u32, 0);
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                all.push(text[start..at].trim().to_string());
                start = at + 1;
            }
            _ => {}
        }
    }
    if !text.is_empty() {
        all.push(text[start..].trim().to_string());
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(template: &str) -> Vec<String> {
        statements(template).iter().map(Statement::shown).collect()
    }

    #[test]
    fn prefixes_belong_to_what_follows() {
        assert_eq!(shown("lock; addl $$1,$0"), ["lock addl $1,%0"]);
        assert_eq!(shown("lock\n\taddl $$1, 8($0,$1,4) ; rep nop"), ["lock addl $1,8(%0,%1,4)", "rep nop"]);
        assert_eq!(shown("rep; nop"), ["rep nop"]);
        assert_eq!(shown("lock"), ["lock"]);
        assert_eq!(shown("movb ${0:b},(${1:q},%rax)"), ["movb %b0,(%q1,%rax)"]);
    }

    #[test]
    fn what_is_not_code_is_left_out() {
        assert_eq!(shown("nop # a; b\n/* c; */ pause"), ["nop", "pause"]);
        assert_eq!(shown("nop; .pushsection .x; .long 1; .popsection; pause"), ["nop", "pause"]);
        assert!(statements(".pushsection .x; y: .long 1; .popsection; pause")[0].labels.is_empty());
        assert!(shown(" ;\n ; \t").is_empty());
    }

    #[test]
    fn one_of_two_dialects() {
        assert_eq!(shown("$(movl $1, $0$|mov $0, $1$)"), ["movl %1,%0"]);
        assert_eq!(shown("mov$(l$) $$5, $0"), ["movl $5,%0"]);
    }

    #[test]
    fn labels() {
        let all = statements("1: .L${:uid}: decl $0; jne 1b\n2:");
        assert_eq!(all[0].labels, ["1", ".L${:uid}"]);
        assert_eq!((all[1].name.as_str(), &all[1].operands[..]), ("jne", &["1b".to_string()][..]));
        assert_eq!((all[2].labels.as_slice(), all[2].name.as_str()), (&["2".to_string()][..], ""));
        assert!(statements("movq %fs:0, $0")[0].labels.is_empty());
    }
}

//! LangRef: "Inline Asm Constraint String".

use super::conditions::Condition;
use super::registers;

/// What the text's operand of the same number is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Constraint {
    pub role: Role,
    /// The register that it must be in.
    pub register: Option<usize>,
    /// A constant may stand in the text itself.
    pub may_be_immediate: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// A result of the call.
    Output,
    /// A result that is a condition: `=@ccz`.
    Flag(Condition),
    /// Memory, read or written: the call's argument is its address.
    Memory,
    Input,
    /// An input in the place of this output.
    Tied(usize),
    /// A label of `asm goto`.
    Label,
}

impl Role {
    /// Whether an argument of the call belongs to it.
    pub(super) fn takes_argument(&self) -> bool {
        matches!(self, Role::Memory | Role::Input | Role::Tied(_))
    }
}

/// Clobbers are left out: what the text changes besides is not looked at afterwards.
pub(super) fn parse(text: &str) -> Result<Vec<Constraint>, String> {
    let words = text.split(',').map(str::trim).filter(|word| !word.is_empty() && !word.starts_with('~'));
    let all: Vec<Constraint> = words.map(constraint).collect::<Result<_, _>>()?;
    let is_output = |at: usize| matches!(all.get(at), Some(Constraint { role: Role::Output, .. }));
    match all.iter().find(|each| matches!(each.role, Role::Tied(to) if !is_output(to))) {
        Some(_) => Err("an operand is tied to what is not an output".into()),
        None => Ok(all),
    }
}

fn constraint(word: &str) -> Result<Constraint, String> {
    let whole = word;
    // Of several alternatives the first one counts.
    let word = word.split('|').next().unwrap_or_default();
    let is_output = word.starts_with('=');
    let is_label = word.starts_with('!');
    let word = word.trim_start_matches(['=', '!', '&', '%']);
    let (is_memory, word) = match word.strip_prefix('*') {
        Some(rest) => (true, rest),
        None => (false, word),
    };
    let mut register = None;
    let mut role = match word.parse() {
        _ if is_label => Role::Label,
        _ if is_memory => Role::Memory,
        Ok(output) => Role::Tied(output),
        Err(_) if is_output => Role::Output,
        Err(_) => Role::Input,
    };
    if let Some(name) = word.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
        match name.strip_prefix("@cc") {
            Some(condition) => {
                let condition = Condition::parse(condition).ok_or_else(|| refuse(whole))?;
                role = Role::Flag(condition);
            }
            None => register = Some(registers::find(name).ok_or_else(|| refuse(whole))?.number),
        }
    }
    let may_be_immediate =
        word.contains(['i', 'n', 'I', 'J', 'K', 'L', 'M', 'N', 'O', 'e', 'Z', 's', 'g', 'X']);
    Ok(Constraint { role, register, may_be_immediate: may_be_immediate && register.is_none() })
}

fn refuse(constraint: &str) -> String {
    format!("the constraint \"{constraint}\" is not supported")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn roles(text: &str) -> Vec<Role> {
        parse(text).expect("they are known").into_iter().map(|constraint| constraint.role).collect()
    }

    #[test]
    fn roles_of_operands() {
        assert_eq!(
            roles("={ax},=*m,r,0,*m,~{memory},~{dirflag}"),
            [Role::Output, Role::Memory, Role::Input, Role::Tied(0), Role::Memory]
        );
        assert_eq!(roles("=&r,=*rm,!i"), [Role::Output, Role::Memory, Role::Label]);
        assert_eq!(roles("=*m|r,r|m"), [Role::Memory, Role::Input]);
        assert_eq!(roles(""), []);
    }

    #[test]
    fn registers_and_constants() {
        let parsed = parse("={dx},r,ri,imr,{cx}").expect("they are known");
        let registers: Vec<_> = parsed.iter().map(|constraint| constraint.register).collect();
        assert_eq!(registers, [Some(registers::RDX), None, None, None, Some(registers::RCX)]);
        let immediates: Vec<_> = parsed.iter().map(|constraint| constraint.may_be_immediate).collect();
        assert_eq!(immediates, [false, false, true, true, false]);
    }

    #[test]
    fn what_is_refused() {
        assert_eq!(parse("={xmm0}"), Err("the constraint \"={xmm0}\" is not supported".into()));
        assert!(parse("={@ccxyz}").is_err());
        assert!(parse("=r,1").is_err() && parse("=*m,0").is_err());
    }
}

//! Prints what a program is lowered to: `cargo run -p mazurka-vm --example dump -- a.ll [function]`.

use std::rc::Rc;

use mazurka_ir::{Program, Types, read_module};
use mazurka_vm::assembly::FunctionKind;
use mazurka_vm::{LoweringOptions, lower};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let path = args.next().ok_or("which file?")?;
    let only = args.next();
    let types = Types::new();
    let module = read_module(&path, Rc::from(std::fs::read_to_string(&path)?), &types)?;
    let linked = Program::link(vec![module])?;
    let program = lower(&linked, &LoweringOptions::default())?;
    for function in &program.functions {
        if only.as_ref().is_none_or(|only| **only == *function.name) {
            match &function.kind {
                FunctionKind::Code(code) => println!("{}: {code}", function.name),
                FunctionKind::Native(_) => println!("{}: native\n", function.name),
                FunctionKind::Unusable(reason) => println!("{}: unusable: {reason}\n", function.name),
            }
        }
    }
    Ok(())
}

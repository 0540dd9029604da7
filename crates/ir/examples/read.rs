//! Reads modules with all their bodies and says what could not be read: `read [--index-only] FILE.ll …`.

use std::process::ExitCode;

use mazurka_ir::module::SymbolId;
use mazurka_ir::{Types, read_module};

fn main() -> ExitCode {
    let (mut files, mut bodies, mut instructions, mut errors) = (0, 0, 0, 0);
    let index_only = std::env::args().any(|argument| argument == "--index-only");
    for path in std::env::args().skip(1).filter(|argument| argument != "--index-only") {
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) => {
                eprintln!("{path}: {error}");
                return ExitCode::FAILURE;
            }
        };
        files += 1;
        let module = match read_module(&path, text.into(), &Types::new()) {
            Ok(module) => module,
            Err(error) => {
                eprintln!("{error}");
                errors += 1;
                continue;
            }
        };
        let symbols = if index_only { 0 } else { module.symbols.len() as u32 };
        for body in (0..symbols).filter_map(|id| module.body(SymbolId(id))) {
            match body {
                Ok(body) => {
                    bodies += 1;
                    instructions += body.blocks.iter().map(|block| block.instructions.len()).sum::<usize>();
                }
                Err(error) => {
                    eprintln!("{error}");
                    errors += 1;
                }
            }
        }
    }
    println!("{files} modules, {bodies} bodies, {instructions} instructions, {errors} errors");
    if errors == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

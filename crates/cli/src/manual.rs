//! Shell completions and manual pages, made from the definition of the command line.

use clap::Command;
use clap_complete::generate;
use clap_mangen::Man;

use crate::args::{self, definition};
use crate::exit;
use crate::failure::Failure;
use crate::terminal;

pub(crate) fn completions(options: &args::Completions) -> Result<u8, Failure> {
    let mut script = Vec::new();
    generate(options.shell, &mut definition(), "mazurka", &mut script);
    print(&script)
}

pub(crate) fn man(options: &args::Man) -> Result<u8, Failure> {
    let mut all = definition();
    // Subcommands get their full names by this: their pages are called as git's are, `mazurka-check`.
    all.build();
    let page = match &options.command {
        None => all,
        Some(name) => subcommand(&all, name)?,
    };
    let mut text = Vec::new();
    Man::new(page)
        .render(&mut text)
        .map_err(|error| Failure::new(format!("cannot make the page: {error}")))?;
    print(&text)
}

fn subcommand(all: &Command, name: &str) -> Result<Command, Failure> {
    all.find_subcommand(name).cloned().ok_or_else(|| {
        let names: Vec<&str> = all.get_subcommands().map(Command::get_name).collect();
        Failure::new(format!("unknown command `{name}`"))
            .help(format!("the commands are {}", names.join(", ")))
    })
}

fn print(bytes: &[u8]) -> Result<u8, Failure> {
    terminal::print(&String::from_utf8_lossy(bytes))?;
    Ok(exit::OK)
}

//! The command `sightline`: reads arguments, calls the library, prints.

mod adapt;
mod args;
mod check;
mod clients;
mod contract;
mod demo;
mod diff;
mod explain;
mod fix;
mod foreign;
mod input;
mod inspect;
mod project;
mod render;
mod render_as;
mod save;
mod select;
mod settings;
mod surfaces;
mod survey;
mod write;

use std::io;
use std::process::ExitCode;

use anyhow::Result;
use clap::{CommandFactory, Parser};

use args::{Cli, Color, Command};

/// Could not run.
const FAILED: u8 = 2;

fn main() -> ExitCode {
    let cli = Cli::parse();
    match cli.color {
        Color::Auto => {}
        Color::Always => anstream::ColorChoice::Always.write_global(),
        Color::Never => anstream::ColorChoice::Never.write_global(),
    }
    match run(cli) {
        Ok(code) => ExitCode::from(code),
        // A reader that went away, as in `sightline … | head`, is no failure of ours.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("sightline: {error:#}");
            ExitCode::from(FAILED)
        }
    }
}

fn run(cli: Cli) -> Result<u8> {
    match cli.command {
        Command::Adapt(args) => adapt::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Clients(args) => clients::run(&args),
        Command::Completions { shell } => {
            clap_complete::generate(shell, &mut Cli::command(), "sightline", &mut io::stdout());
            Ok(0)
        }
        Command::Demo(args) => demo::run(&args),
        Command::Diff(args) => diff::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Inspect(args) => inspect::run(&args),
        Command::Project(args) => project::run(&args),
        Command::Render(args) => render_as::run(&args),
        Command::Schema(args) => contract::run(&args),
        Command::Select(args) => select::run(&args),
        Command::Survey(args) => survey::run(&args),
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let kinds = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    kinds.into_iter().any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

//! `sightline survey`: what real clients and servers do, and what follows from it.

pub mod args;
mod diff;
mod drift;
mod profiles;
mod site;

use anyhow::Result;

use args::{SurveyArgs, SurveyCommand};

pub fn run(args: &SurveyArgs) -> Result<u8> {
    match &args.command {
        SurveyCommand::Diff(args) => diff::run(args),
        SurveyCommand::Drift(args) => drift::run(args),
        SurveyCommand::Profiles(args) => profiles::run(args),
        SurveyCommand::Site(args) => site::run(args),
    }
}

/// The beginning of a text, for people.
fn cut(text: &str, whole: bool) -> String {
    const LONGEST: usize = 300;
    let many = text.chars().count();
    let shown = if whole || many <= LONGEST {
        text.to_owned()
    } else {
        let head: String = text.chars().take(LONGEST).collect();
        format!("{head}… ({} more characters; --whole shows them)", many - LONGEST)
    };
    crate::render::visible(&shown).into()
}

/// Lines under each other, indented.
fn indented(text: &str) -> String {
    text.lines().map(|line| format!("      {line}\n")).collect()
}

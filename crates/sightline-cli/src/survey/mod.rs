//! `sightline survey`: what real clients and servers do, and what follows from it.

pub mod args;
mod clients;
mod diff;
mod drift;
mod interrupt;
mod planned;
mod profiles;
mod servers;
mod site;

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use sightline_survey::results::read::Observed;
use sightline_survey::run::attend;

use args::{SurveyArgs, SurveyCommand};

pub fn run(args: &SurveyArgs) -> Result<u8> {
    match &args.command {
        SurveyCommand::Attend { errand } => attend(errand),
        SurveyCommand::Clients(args) => clients::run(args),
        SurveyCommand::Diff(args) => diff::run(args),
        SurveyCommand::Drift(args) => drift::run(args),
        SurveyCommand::Inside { plan } => inside(plan),
        SurveyCommand::Probe { order } => {
            runtime()?.block_on(attend::serve_probe(order))?;
            Ok(0)
        }
        SurveyCommand::Profiles(args) => profiles::run(args),
        SurveyCommand::Servers(args) => servers::run(args),
        SurveyCommand::Site(args) => site::run(args),
    }
}

fn attend(errand: &Path) -> Result<u8> {
    let text = std::fs::read_to_string(errand).with_context(|| errand.display().to_string())?;
    let errand: attend::Errand = serde_json::from_str(&text)?;
    let attended = runtime()?.block_on(attend::attend(&errand))?;
    Ok(u8::from(attended.code != Some(0)))
}

fn runtime() -> Result<tokio::runtime::Runtime> {
    Ok(tokio::runtime::Builder::new_current_thread().enable_all().build()?)
}

#[cfg(target_os = "linux")]
#[expect(clippy::unnecessary_wraps, reason = "its sibling for other systems fails")]
fn inside(plan: &str) -> Result<u8> {
    Ok(sightline_survey::isolate::enter(plan))
}

#[cfg(not(target_os = "linux"))]
fn inside(_plan: &str) -> Result<u8> {
    anyhow::bail!("isolation needs the namespaces of Linux")
}

/// Leaves the records of the clients that are asked for; a name that no record has is a typing error, and no
/// record at all compares nothing.
fn keep_clients(records: &mut Vec<Observed>, asked: &[String]) -> Result<()> {
    let known: BTreeSet<&str> = records.iter().map(|one| &*one.record.client).collect();
    if let Some(unknown) = asked.iter().find(|asked| !known.contains(&***asked)) {
        let known = known.into_iter().collect::<Vec<_>>().join(", ");
        bail!("there is no record of {unknown:?}; there are those of {known}");
    }
    if records.is_empty() {
        bail!("there is no record in what was named");
    }
    records.retain(|one| asked.is_empty() || asked.contains(&one.record.client));
    Ok(())
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

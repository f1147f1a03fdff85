//! `sightline explain`: the page of a rule.

use std::io::Write as _;

use anyhow::{Result, anyhow};
use sightline::diagnostic::Guidance;
use sightline::rules::{RULES, Rule, Settings};

use crate::args::ExplainArgs;

/// What is found in the settings is no rule of the catalog, and has no page of its own.
const UNUSED: &str = "\
A [[suppress]] of sightline.toml covered no finding of this run.
A suppression that is left over hides the next finding that it fits.
Remove it, or correct what it names; docs/settings.md has the keys.";

pub fn run(args: &ExplainArgs) -> Result<u8> {
    let mut out = std::io::stdout().lock();
    let Some(name) = &args.rule else {
        for rule in RULES {
            let level = rule.levels.under(Guidance::Either);
            writeln!(out, "{:<9} {:<8} {}", rule.code, level.name(), rule.name)?;
        }
        return Ok(0);
    };
    if ["unused-suppression", "SET-001"].contains(&name.as_str()) {
        writeln!(out, "unused-suppression (SET-001)\n\n{UNUSED}")?;
        return Ok(0);
    }
    let Some(rule) = Rule::named(name) else {
        // The settings know how to propose the nearest name.
        let error = Settings::default().set_level(name, sightline::diagnostic::Level::Off).err();
        return Err(error.map_or_else(|| anyhow!("unknown rule {name:?}"), |error| anyhow!("{error}")));
    };
    // The page begins with the name as its own title.
    let page =
        rule.page.strip_prefix("# ").and_then(|page| page.strip_prefix(rule.name)).unwrap_or(rule.page);
    writeln!(out, "{} ({})\n\n{}", rule.name, rule.code, page.trim())?;
    Ok(0)
}

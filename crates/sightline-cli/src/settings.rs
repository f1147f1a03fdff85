//! The settings of the rules, from options.

use anyhow::{Result, anyhow};
use sightline::diagnostic::Level;
use sightline::rules::Settings;

use crate::args::RuleArgs;

pub fn settings(args: &RuleArgs) -> Result<Settings> {
    let mut settings = Settings::under(args.guidance);
    let levels = [(&args.error, Level::Error), (&args.warn, Level::Warning), (&args.allow, Level::Off)];
    for (rules, level) in levels {
        for rule in rules {
            settings.set_level(rule, level).map_err(|error| anyhow!("{error}"))?;
        }
    }
    for (name, value) in &args.switches {
        settings.set_switch(name, value).map_err(|error| anyhow!("--set {name}={value}: {error}"))?;
    }
    Ok(settings)
}

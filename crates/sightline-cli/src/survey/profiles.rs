//! `sightline survey profiles`: client profiles from observations.

use std::fs;
use std::io::Write as _;

use anyhow::{Context as _, Result};
use sightline_survey::results::profiles::infer;
use sightline_survey::results::read::load;
use sightline_survey::site::html::slug;

use super::args::SurveyProfilesArgs;

pub fn run(args: &SurveyProfilesArgs) -> Result<u8> {
    let mut records = load(&args.records)?;
    super::keep_clients(&mut records, &args.client)?;
    let mut is_whole = true;
    for inferred in infer(&records) {
        is_whole &= inferred.explained == inferred.of;
        eprintln!("{}: explains {} of {} records", inferred.client, inferred.explained, inferred.of);
        inferred
            .not_inferred
            .iter()
            .for_each(|missing| eprintln!("  not inferred: {}", super::cut(missing, false)));
        inferred.chosen.iter().for_each(|chosen| eprintln!("  chosen: {}", super::cut(chosen, false)));
        match &args.out {
            None => write!(std::io::stdout().lock(), "{}", inferred.toml)?,
            Some(folder) => {
                fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
                // A name from a record must not leave the folder.
                let path = folder.join(format!("{}.toml", slug(&inferred.client)));
                fs::write(&path, &inferred.toml)
                    .with_context(|| format!("{} cannot be written", path.display()))?;
            }
        }
    }
    Ok(u8::from(!is_whole))
}

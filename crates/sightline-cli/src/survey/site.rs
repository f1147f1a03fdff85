//! `sightline survey site`: the survey as static pages.

use std::fs;
use std::io::Write as _;

use anyhow::{Context as _, Result};
use sightline_survey::results::read::{load, shipped};
use sightline_survey::site::{Input, pages};

use super::args::SurveySiteArgs;

pub fn run(args: &SurveySiteArgs) -> Result<u8> {
    let mut input = Input::default();
    input.observed = if args.records.is_empty() { shipped()? } else { load(&args.records)? };
    let pages = pages(&input);
    for page in &pages {
        let path = args.folder.join(&page.path);
        let folder = path.parent().unwrap_or(&args.folder);
        fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
        fs::write(&path, &page.text).with_context(|| format!("{} cannot be written", path.display()))?;
    }
    let bytes: usize = pages.iter().map(|page| page.text.len()).sum();
    writeln!(
        std::io::stdout().lock(),
        "{} files, {} kB, in {}",
        pages.len(),
        bytes / 1_000,
        args.folder.display()
    )?;
    Ok(0)
}

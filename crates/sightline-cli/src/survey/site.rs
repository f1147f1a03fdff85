//! `sightline survey site`: the survey as static pages.

use std::fs;
use std::io::Write as _;

use anyhow::{Context as _, Result, anyhow};
use sightline_survey::results::read::load;
use sightline_survey::servers::{reports, shipped as shipped_servers};
use sightline_survey::site::{Input, pages, records_shipped};

use super::args::SurveySiteArgs;
use super::servers::REPORTS;

pub fn run(args: &SurveySiteArgs) -> Result<u8> {
    let mut input = Input::with_questions();
    input.observed = if args.records.is_empty() { records_shipped()? } else { load(&args.records)? };
    if args.servers.is_empty() {
        input.servers = shipped_servers().map_err(|error| anyhow!(error))?;
    }
    for path in &args.servers {
        // The folder that `survey servers` wrote is as good as the file in it.
        let path = if path.is_dir() { &path.join(REPORTS) } else { path };
        let bytes = fs::read(path).with_context(|| path.display().to_string())?;
        input.servers.extend(reports(&bytes).map_err(|error| anyhow!("{}: {error}", path.display()))?);
    }
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

//! `sightline survey clients --plan`: what would run.

use std::collections::BTreeSet;
use std::io::Write as _;

use anyhow::Result;
use comfy_table::{Table, presets};
use serde::Serialize;
use sightline_survey::run::Planned;

use crate::args::Format;

/// All of a plan together.
#[derive(Debug, Serialize)]
struct Totals {
    clients: usize,
    paths: usize,
    runs: usize,
    scenarios: usize,
    elsewhere: usize,
    known: usize,
}

#[derive(Serialize)]
struct Whole<'a> {
    totals: Totals,
    paths: &'a [Planned],
}

pub fn print(planned: &[Planned], format: Format) -> Result<()> {
    let mut out = anstream::stdout().lock();
    let totals = totals(planned);
    match format {
        Format::Json => {
            let whole = Whole { totals, paths: planned };
            writeln!(out, "{}", serde_json::to_string_pretty(&whole)?)?;
        }
        Format::Text => {
            writeln!(out, "{}", table(planned))?;
            if totals.elsewhere > 0 {
                writeln!(
                    out,
                    "{} outcomes are left out, since their scenarios need a run of their own and run on each \
                     client's first path alone; --full runs them everywhere",
                    totals.elsewhere
                )?;
            }
            writeln!(
                out,
                "{} clients, {} paths, at most {} runs; {} of {} outcomes are known",
                totals.clients, totals.paths, totals.runs, totals.known, totals.scenarios
            )?;
        }
    }
    out.flush()?;
    Ok(())
}

/// Of several versions that are kept, the one of which most is known counts.
fn known(path: &Planned) -> Option<(&String, usize)> {
    let wanted =
        path.known.iter().filter(|(version, _)| path.version.as_ref().is_none_or(|own| own == *version));
    wanted.map(|(version, known)| (version, *known)).max_by_key(|(_, known)| *known)
}

fn totals(planned: &[Planned]) -> Totals {
    Totals {
        clients: planned.iter().map(|path| &path.client).collect::<BTreeSet<_>>().len(),
        paths: planned.len(),
        runs: planned.iter().map(|path| path.runs).sum(),
        scenarios: planned.iter().map(|path| path.scenarios).sum(),
        elsewhere: planned.iter().map(|path| path.elsewhere).sum(),
        known: planned.iter().filter_map(|path| known(path)).map(|(_, known)| known).sum(),
    }
}

fn table(planned: &[Planned]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(["client", "dialect", "transport", "served", "runs", "known"]);
    for path in planned {
        let kept = match known(path) {
            Some((version, known)) => format!("{known} of {} of {version}", path.scenarios),
            None => format!("0 of {}", path.scenarios),
        };
        let version = path.version.as_ref().map(|version| format!("@{version}")).unwrap_or_default();
        table.add_row([
            format!("{}{version}", path.client),
            path.dialect.clone(),
            path.transport.clone(),
            path.served.clone(),
            path.runs.to_string(),
            kept,
        ]);
    }
    table
}

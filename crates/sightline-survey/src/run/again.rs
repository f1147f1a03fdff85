//! Derives the records of kept runs again, after what derives them has changed. Runs nothing.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs;
use std::io;
use std::path::Path;

use super::records::{self, About, Traffic};
use super::store::gather;
use crate::recipe::{self, Volatile};
use crate::record::Record;
use crate::scenario;

/// Derives all records below the folder of a survey again, from the requests and logs that are kept;
/// tells how many there are, and how many of them differ from before.
///
/// A record whose run is not kept, or whose scenario is no more, stays as it is.
///
/// ```
/// let folder = tempfile::tempdir().unwrap();
/// assert_eq!(sightline_survey::run::again(folder.path()).unwrap(), (0, 0));
/// ```
///
/// # Errors
/// A file cannot be read or written, or a line of records is none.
pub fn again(out: &Path) -> io::Result<(usize, usize)> {
    let (mut all, mut changed) = (0, 0);
    for client in folders(&out.join("runs"))? {
        let name = client.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let volatile = name.split_once('@').and_then(|(name, _)| recipe::find(name));
        let volatile = volatile.map(|recipe| recipe.volatile).unwrap_or_default();
        for path in folders(&client)? {
            let file = path.join("records.jsonl");
            let Ok(text) = fs::read_to_string(&file) else { continue };
            let mut runs: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
            let mut lines = Vec::new();
            for line in text.lines() {
                let record: Record = serde_json::from_str(line).map_err(io::Error::other)?;
                let known = match run(&record).filter(|run| out.join(run).is_dir()) {
                    Some(run) => Some(match runs.entry(run.clone()) {
                        Entry::Occupied(derived) => derived.into_mut(),
                        Entry::Vacant(empty) => empty.insert(derived(out, run, &record, &volatile)?),
                    }),
                    None => None,
                };
                let own = known.and_then(|derived| derived.remove(&record.case));
                changed += usize::from(own.as_ref().is_some_and(|own| own != line));
                all += 1;
                lines.push(own.unwrap_or_else(|| line.to_owned()) + "\n");
            }
            fs::write(file, lines.concat())?;
        }
        fs::create_dir_all(out.join("records"))?;
        gather(out, &name, "again")?;
    }
    Ok((all, changed))
}

/// The folders in a folder, by name; none where there is none.
fn folders(folder: &Path) -> io::Result<Vec<std::path::PathBuf>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut found: Vec<_> =
        entries.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
    found.sort();
    Ok(found)
}

/// The folder of the run that a record stands on.
fn run(record: &Record) -> Option<String> {
    let file = record.other.get("request")?.get("file")?.as_str()?;
    file.rsplit_once('/').map(|(run, _)| run.to_owned())
}

/// All records of one run, by case; one of them tells what is the same for all.
fn derived(
    out: &Path,
    run: String,
    record: &Record,
    volatile: &[Volatile],
) -> io::Result<BTreeMap<String, String>> {
    let traffic = Traffic::read(&out.join(&run))?;
    let options = record.options.as_object().into_iter().flatten();
    let text = |value: &serde_json::Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let about = About {
        client: record.client.clone(),
        version: record.version.clone().unwrap_or_default(),
        packages: record.packages.clone(),
        surface: record.surface.clone(),
        dialect: record.dialect.clone(),
        transport: record.transport.clone().unwrap_or_default(),
        model: record.model.clone(),
        options: options.map(|(name, value)| (name.clone(), text(value))).collect(),
        date: record.date.clone().unwrap_or_default(),
        run,
        volatile: volatile.to_vec(),
    };
    let scenarios = scenario::all();
    let records = traffic.records(&about, &scenarios);
    let line = |record: &Record| {
        let scenario = scenarios.iter().find(|scenario| record.case == format!("survey:{}", scenario.name));
        Ok((record.case.clone(), records::line(record, scenario, &traffic)?))
    };
    records.iter().map(line).collect()
}

//! What is kept of a survey on disk, so that a second call runs only what is missing.
//!
//! Below the folder: `records/CLIENT@VERSION.jsonl`, and `runs/CLIENT@VERSION/DIALECT.TRANSPORT.ERA`
//! with the files of each run and the outcomes so far.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::Work;
use super::attend::Era;

/// How a scenario ended for one client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// Its result reached the model, in whatever form.
    Seen,
    /// It was called, alone, and the run ended without anything for the model.
    RunAborted,
    /// The client did not offer its tool to the model.
    NotOffered,
    /// With its tool in the list, the client offered none of the server's.
    ListLost,
    /// It was offered, the model asked for it, and the client did not call it.
    NotCalled,
}

/// The kept state of one path through a client.
#[derive(Debug)]
pub struct Store {
    out: PathBuf,
    name: String,
    client: String,
    settled: BTreeMap<String, Outcome>,
    revision: Option<String>,
    runs: usize,
}

#[derive(Default, Serialize, Deserialize)]
struct Kept {
    revision: Option<String>,
    settled: BTreeMap<String, Outcome>,
}

/// The folder of one path, below that of its client.
pub(super) fn path_name(dialect: &str, transport: &str, era: Era) -> String {
    format!("{dialect}.{transport}.{}", era.name())
}

/// How many of these scenarios are known for one path of a client, by its version.
pub(super) fn known(
    out: &Path,
    client: &str,
    path: &str,
    is_wanted: impl Fn(&str) -> bool,
) -> BTreeMap<String, usize> {
    let entries = fs::read_dir(out.join("runs")).into_iter().flatten().flatten();
    let kept = entries.filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        let version = name.strip_prefix(client)?.strip_prefix('@')?.to_owned();
        let text = fs::read_to_string(entry.path().join(path).join(SETTLED)).ok()?;
        let kept: Kept = serde_json::from_str(&text).ok()?;
        Some((version, kept.settled.keys().filter(|name| is_wanted(name)).count()))
    });
    kept.collect()
}

/// The file of a path that tells its outcomes.
const SETTLED: &str = "settled.json";

impl Store {
    /// Opens the state of a path, or begins one; `fresh` forgets what is there.
    pub fn open(out: &Path, work: &Work, fresh: bool) -> io::Result<Self> {
        let client = format!("{}@{}", work.recipe.name(), work.installed.version);
        let name = format!("runs/{client}/{}", path_name(&work.dialect, &work.transport, work.era));
        let folder = out.join(&name);
        if fresh && folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        fs::create_dir_all(&folder)?;
        fs::create_dir_all(out.join("records"))?;
        let kept: Kept = match fs::read_to_string(folder.join(SETTLED)) {
            Ok(text) => serde_json::from_str(&text).map_err(io::Error::other)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Kept::default(),
            Err(error) => return Err(error),
        };
        let runs = fs::read_dir(&folder)?.flatten().filter(|entry| entry.path().is_dir()).count();
        Ok(Self { out: out.to_owned(), name, client, settled: kept.settled, revision: kept.revision, runs })
    }

    /// The outcomes so far.
    pub fn settled(&self) -> &BTreeMap<String, Outcome> {
        &self.settled
    }

    /// The revision that was agreed on.
    pub fn revision(&self) -> Option<&str> {
        self.revision.as_deref()
    }

    /// A new folder for the files of a run, and its name below the survey's folder.
    pub fn next_run(&mut self) -> io::Result<(PathBuf, String)> {
        self.runs += 1;
        let name = format!("{}/run-{:03}", self.name, self.runs);
        let folder = self.out.join(&name);
        fs::create_dir_all(&folder)?;
        Ok((folder, name))
    }

    /// Adds what a run brought, a line for each record, and writes it down.
    pub fn add(
        &mut self,
        lines: &[String],
        outcomes: impl IntoIterator<Item = (String, Outcome)>,
        revision: Option<&str>,
    ) -> io::Result<()> {
        let own = self.out.join(&self.name).join("records.jsonl");
        let mut file = File::options().append(true).create(true).open(own)?;
        for line in lines {
            writeln!(file, "{line}")?;
        }
        self.settled.extend(outcomes);
        if let Some(revision) = revision {
            self.revision = Some(revision.to_owned());
        }
        let kept = Kept { revision: self.revision.clone(), settled: self.settled.clone() };
        let text = serde_json::to_string_pretty(&kept).map_err(io::Error::other)?;
        // Whole or not at all: an interruption must not leave half of a file.
        let path = self.out.join(&self.name).join(SETTLED);
        fs::write(path.with_extension("new"), text)?;
        fs::rename(path.with_extension("new"), path)?;
        gather(&self.out, &self.client, &self.name)?;
        Ok(())
    }
}

/// Makes the files of records again that are lost or cut, from what is kept of the runs; tells which those are.
///
/// ```
/// let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("runs/mine@1.0/openai-chat.stdio.both");
/// std::fs::create_dir_all(&path).unwrap();
/// std::fs::write(path.join("records.jsonl"), "{}\n").unwrap();
/// let again = sightline_survey::run::gathered(folder.path()).unwrap();
/// assert_eq!(again, ["mine@1.0"]);
/// assert!(folder.path().join("records/mine@1.0.jsonl").is_file());
/// ```
///
/// # Errors
/// A file cannot be read or written.
pub fn gathered(out: &Path) -> io::Result<Vec<String>> {
    let entries = match fs::read_dir(out.join("runs")) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    fs::create_dir_all(out.join("records"))?;
    let mut again = Vec::new();
    for entry in entries.flatten().filter(|entry| entry.path().is_dir()) {
        let client = entry.file_name().to_string_lossy().into_owned();
        if gather(out, &client, "gathered")? {
            again.push(client);
        }
    }
    again.sort();
    Ok(again)
}

/// Writes the records of all paths of a client into its one file; tells whether that was another before.
pub(super) fn gather(out: &Path, client: &str, writer: &str) -> io::Result<bool> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(out.join("runs").join(client))?.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let mut text = String::new();
    for path in paths {
        text.push_str(&fs::read_to_string(path.join("records.jsonl")).unwrap_or_default());
    }
    let target = out.join("records").join(format!("{client}.jsonl"));
    match fs::read_to_string(&target) {
        // Runs that kept nothing take nothing away.
        _ if text.is_empty() => return Ok(false),
        Ok(there) if there == text => return Ok(false),
        // What is no text was not written by us, and is written over like what was cut.
        Ok(_) | Err(_) => {}
    }
    // Paths of one client may run side by side: each writes a file of its own, the last one stays.
    let own = target.with_extension(format!("{}.new", writer.replace('/', "-")));
    fs::write(&own, text)?;
    fs::rename(own, target)?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_that_are_lost_or_cut_are_made_again_from_the_runs() {
        let folder = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str| {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        let records = folder.path().join("records");
        write("runs/one@1.0/gemini.http.both/records.jsonl", "{\"case\":\"a\"}\n");
        write("runs/one@1.0/openai-chat.stdio.both/records.jsonl", "{\"case\":\"b\"}\n");
        write("runs/two@2.0/gemini.http.both/records.jsonl", "{\"case\":\"c\"}\n");
        // A path that was begun, and brought nothing.
        write("runs/none@3.0/gemini.http.both/settled.json", "{}");
        assert_eq!(gathered(folder.path()).unwrap(), ["one@1.0", "two@2.0"]);
        let whole = fs::read_to_string(records.join("one@1.0.jsonl")).unwrap();
        assert_eq!(whole, "{\"case\":\"a\"}\n{\"case\":\"b\"}\n");
        assert!(gathered(folder.path()).unwrap().is_empty(), "what is whole stays");
        fs::write(records.join("one@1.0.jsonl"), &whole[..17]).unwrap();
        assert_eq!(gathered(folder.path()).unwrap(), ["one@1.0"]);
        assert_eq!(fs::read_to_string(records.join("one@1.0.jsonl")).unwrap(), whole);
        fs::remove_dir_all(&records).unwrap();
        // What has no runs here is somebody's own.
        write("records/mine@1.0.jsonl", "{}\n");
        write("records/none@3.0.jsonl", "{}\n");
        assert_eq!(gathered(folder.path()).unwrap(), ["one@1.0", "two@2.0"]);
        assert_eq!(fs::read_to_string(records.join("mine@1.0.jsonl")).unwrap(), "{}\n");
        assert_eq!(fs::read_to_string(records.join("none@3.0.jsonl")).unwrap(), "{}\n");
    }
}

//! Reading records: one JSON object a line, plain or packed, files or folders of them.

use std::fmt;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use crate::record::Record;

/// Most bytes of one unpacked file; 2,221 records of 2026-11-30 take 17 MB.
const MOST_BYTES: u64 = 1 << 30;

/// The observations that ship with the project, taken on this day.
const SHIPPED_DATE: &str = "2026-11-30";
const SHIPPED: &[u8] = include_bytes!("../../../sightline/tests/data/observations.jsonl.gz");

/// What `sightline survey clients` recorded and the project keeps, a file a client.
macro_rules! surveys {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_bytes!(concat!("../../data/", $name)))),*]
    };
}
const SURVEYS: &[(&str, &[u8])] = surveys![
    "2026-11-30/adk-python@2.13.0.jsonl.zst",
    "2026-11-30/agent-framework-python@1.23.0.jsonl.zst",
    "2026-11-30/ai-sdk@7.0.173.jsonl.zst",
    "2026-11-30/cline@3.0.65.jsonl.zst",
    "2026-11-30/codex-code-mode@0.171.0.jsonl.zst",
    "2026-11-30/codex@0.171.0.jsonl.zst",
    "2026-11-30/continue@1.5.47.jsonl.zst",
    "2026-11-30/crewai-tools@1.15.30.jsonl.zst",
    "2026-11-30/crewai@1.15.30.jsonl.zst",
    "2026-11-30/deepagents@0.7.32.jsonl.zst",
    "2026-11-30/fast-agent@0.10.48.jsonl.zst",
    "2026-11-30/gemini-cli@0.61.0.jsonl.zst",
    "2026-11-30/hermes-agent@0.19.0.jsonl.zst",
    "2026-11-30/kilocode@7.7.7.jsonl.zst",
    "2026-11-30/mastra@2.0.0.jsonl.zst",
    "2026-11-30/mistral-vibe@3.0.2.jsonl.zst",
    "2026-11-30/openai-agents-js@0.20.0.jsonl.zst",
    "2026-11-30/opencode@1.18.33.jsonl.zst",
    "2026-11-30/pydantic-ai@2.68.0.jsonl.zst",
    "2026-11-30/qwen-code@0.24.4.jsonl.zst",
    "2026-11-30/strands@1.62.0.jsonl.zst",
];

/// Where a survey's folder has its records.
pub(crate) const RECORDS: &str = "records";
/// Where a survey's folder has what its runs left.
pub(crate) const RUNS: &str = "runs";

/// A record, and the line that it was read from.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Observed {
    /// The record.
    pub record: Record,
    /// Its line as it stood: key order and number texts of arguments count.
    pub line: String,
    /// The day of the observation, empty when nothing tells it.
    pub date: String,
}

/// Records that cannot be read.
#[derive(Debug)]
pub struct ReadError(String);

impl fmt::Display for ReadError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for ReadError {}

/// Reads the records of a text, one a line; a record without a date takes the given one.
///
/// ```
/// use sightline_survey::results::read::records;
///
/// let line = r#"{"client": "c", "case": "survey:both", "wire": "{}"}"#;
/// let read = records("here", &format!("{line}\n\n{line}\n"), "2026-11-30").unwrap();
/// assert_eq!((read.len(), read[1].date.as_str()), (2, "2026-11-30"));
/// assert!(records("here", "{", "").unwrap_err().to_string().starts_with("here:1: "));
/// ```
///
/// # Errors
/// A line is no record; the error names it.
pub fn records(name: &str, text: &str, date: &str) -> Result<Vec<Observed>, ReadError> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(index, line)| {
            let record: Record = serde_json::from_str(line)
                .map_err(|error| ReadError(format!("{name}:{}: {error}", index + 1)))?;
            let date = record.date.clone().unwrap_or_else(|| date.to_owned());
            Ok(Observed { record, line: line.to_owned(), date })
        })
        .collect()
}

/// Returns the observations that ship with the project.
///
/// ```
/// let shipped = sightline_survey::results::read::shipped().unwrap();
/// assert!(shipped.len() > 2_000);
/// ```
///
/// # Errors
/// They cannot be read, which a test excludes.
pub fn shipped() -> Result<Vec<Observed>, ReadError> {
    records("observations.jsonl.gz", &unpacked("observations.jsonl.gz", SHIPPED)?, SHIPPED_DATE)
}

/// Returns the records of surveys that ship with the project.
///
/// ```
/// let surveyed = sightline_survey::results::read::surveyed().unwrap();
/// assert!(surveyed.iter().all(|observed| observed.record.case.starts_with("survey:")));
/// ```
///
/// # Errors
/// They cannot be read, which a test excludes.
pub fn surveyed() -> Result<Vec<Observed>, ReadError> {
    let mut all = Vec::new();
    for (name, bytes) in SURVEYS {
        all.extend(records(name, &unpacked(name, bytes)?, &date_in(name))?);
    }
    Ok(all)
}

/// Reads files and folders of records: `.jsonl`, `.jsonl.gz` and `.jsonl.zst`, sorted by name. A date in a path counts
/// for the records that name none. Of a folder that a survey wrote, only its records are read.
///
/// # Errors
/// A path cannot be read, holds no records, or a line is no record.
pub fn load(paths: &[PathBuf]) -> Result<Vec<Observed>, ReadError> {
    let mut observed = Vec::new();
    for path in paths {
        let files = files(path)?;
        if files.is_empty() {
            return Err(ReadError(format!(
                "{} holds no file of records (.jsonl, .jsonl.gz, .jsonl.zst)",
                path.display()
            )));
        }
        for file in files {
            let name = file.display().to_string();
            let bytes = fs::read(&file).map_err(|error| ReadError(format!("{name}: {error}")))?;
            observed.extend(records(&name, &unpacked(&name, &bytes)?, &date_in(&name))?);
        }
    }
    Ok(observed)
}

fn unpacked(name: &str, bytes: &[u8]) -> Result<String, ReadError> {
    const GZIP: [u8; 2] = [0x1f, 0x8b];
    const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
    let failed = |error: &dyn fmt::Display| ReadError(format!("{name}: {error}"));
    let mut text = String::new();
    let read = if bytes.starts_with(&ZSTD) {
        let reader = ruzstd::decoding::StreamingDecoder::new(bytes).map_err(|error| failed(&error))?;
        reader.take(MOST_BYTES + 1).read_to_string(&mut text)
    } else if bytes.starts_with(&GZIP) {
        flate2::read::MultiGzDecoder::new(bytes).take(MOST_BYTES + 1).read_to_string(&mut text)
    } else {
        return String::from_utf8(bytes.to_vec()).map_err(|error| failed(&error));
    };
    read.map_err(|error| failed(&error))?;
    if text.len() as u64 > MOST_BYTES {
        return Err(failed(&"unpacks to more than 1 GiB"));
    }
    Ok(text)
}

fn files(path: &Path) -> Result<Vec<PathBuf>, ReadError> {
    let failed = |error: std::io::Error| ReadError(format!("{}: {error}", path.display()));
    if !fs::metadata(path).map_err(failed)?.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    // What a survey keeps of its runs beside the records are requests and logs, some with the same ending.
    let records = path.join(RECORDS);
    if records.is_dir() && path.join(RUNS).is_dir() {
        return files(&records);
    }
    let mut found = Vec::new();
    for entry in fs::read_dir(path).map_err(failed)? {
        let entry = entry.map_err(failed)?.path();
        let name = entry.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if entry.is_dir() {
            found.extend(files(&entry)?);
        } else if is_records(&name) {
            found.push(entry);
        }
    }
    found.sort();
    Ok(found)
}

fn is_records(name: &str) -> bool {
    let plain = name.strip_suffix(".gz").or_else(|| name.strip_suffix(".zst")).unwrap_or(name);
    Path::new(plain).extension().is_some_and(|extension| extension == "jsonl")
}

/// The last day, `YYYY-MM-DD`, that stands in a name.
fn date_in(name: &str) -> String {
    let is_day = |window: &&[u8]| {
        window.iter().enumerate().all(|(at, byte)| match at {
            4 | 7 => *byte == b'-',
            _ => byte.is_ascii_digit(),
        })
    };
    let found = name.as_bytes().windows(10).rev().find(is_day);
    found.map(|day| String::from_utf8_lossy(day).into_owned()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_in_the_path_counts_unless_the_record_names_one() {
        assert_eq!(date_in("data/2026-06-04/x-2026-11-30.jsonl.gz"), "2026-11-30");
        assert_eq!(date_in("data/20261130.jsonl"), "");
        let line = r#"{"client": "c", "date": "2026-12-01"}"#;
        assert_eq!(records("x", line, "2026-11-30").unwrap()[0].date, "2026-12-01");
    }

    #[test]
    fn folders_are_read_in_the_order_of_names_and_packed_files_unpacked() {
        use std::io::Write as _;
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("b.jsonl"), "{\"client\": \"second\"}\n").unwrap();
        let packed = fs::File::create(folder.path().join("a.jsonl.gz")).unwrap();
        let mut packed = flate2::write::GzEncoder::new(packed, flate2::Compression::fast());
        packed.write_all(b"{\"client\": \"first\"}\n").unwrap();
        packed.finish().unwrap();
        let level = ruzstd::encoding::CompressionLevel::Fastest;
        let packed = ruzstd::encoding::compress_to_vec(&b"{\"client\": \"third\"}\n"[..], level);
        fs::write(folder.path().join("c.jsonl.zst"), &packed).unwrap();
        fs::write(folder.path().join("notes.txt"), "no record").unwrap();
        let read = load(&[folder.path().to_owned()]).unwrap();
        let clients: Vec<&str> = read.iter().map(|observed| observed.record.client.as_str()).collect();
        assert_eq!(clients, ["first", "second", "third"]);
        assert!(load(&[folder.path().join("none")]).is_err());
    }

    #[test]
    fn of_a_folder_that_a_survey_wrote_the_records_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str| {
            let path = folder.path().join("survey-2026-12-31").join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write("records/c@1.jsonl", "{\"client\": \"c\"}\n");
        write("runs/c@1/run-001/requests.jsonl", "{\"status\": 200}\n");
        // The folder itself, and one that holds such folders.
        for path in [folder.path().join("survey-2026-12-31"), folder.path().to_owned()] {
            let read = load(&[path]).unwrap();
            let read: Vec<(&str, &str)> =
                read.iter().map(|one| (one.record.client.as_str(), one.date.as_str())).collect();
            assert_eq!(read, [("c", "2026-12-31")]);
        }
    }
}

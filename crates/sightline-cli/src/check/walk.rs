//! The files that PATHs stand for: files as they are, folders with all below them, in order.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use crate::input;

/// What is read in folders; files that are named are read whatever they are called.
const EXTENSIONS: &[&str] = &["json", "jsonl", "ndjson", "sse"];

/// One file to check.
pub struct Input {
    pub path: PathBuf,
    pub name: String,
    /// Whether the user named the file itself: then it must hold something to check.
    pub is_named: bool,
}

/// All files, how many in folders have other names, and which folders could not be read.
pub struct Inputs {
    pub files: Vec<Input>,
    pub others: usize,
    pub problems: Vec<String>,
}

/// Finds all files below the paths.
pub fn walk(paths: &[PathBuf]) -> Result<Inputs> {
    let mut found = Inputs { files: Vec::new(), others: 0, problems: Vec::new() };
    for path in paths {
        let name = input::name_of(path);
        if path.as_os_str() == "-" || !path.is_dir() {
            found.files.push(Input { path: path.clone(), name, is_named: true });
            continue;
        }
        let before = found.files.len();
        let unread = found.problems.len();
        below(path, &mut found);
        if found.files.len() == before && found.problems.len() == unread {
            bail!("the folder {name} holds no file named {}", extensions());
        }
    }
    Ok(found)
}

/// The names of files that folders are searched for.
fn extensions() -> String {
    EXTENSIONS.iter().map(|extension| format!("*.{extension}")).collect::<Vec<_>>().join(", ")
}

/// Adds what is below a folder; one that cannot be read keeps none of the others from being read.
fn below(folder: &Path, found: &mut Inputs) {
    let read = fs::read_dir(folder).and_then(|entries| entries.collect::<Result<Vec<_>, _>>());
    let mut entries = match read {
        Ok(entries) => entries,
        Err(error) => {
            found.problems.push(format!("{} cannot be read: {error}", input::name_of(folder)));
            return;
        }
    };
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        // A link to a folder may lead back to where we are, so it is not followed.
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if entry.file_name().as_encoded_bytes().starts_with(b".") {
            continue;
        }
        if is_folder {
            below(&path, found);
        } else if path.is_file() {
            let extension = path.extension().and_then(|extension| extension.to_str());
            let is_read = extension.is_some_and(|extension| {
                EXTENSIONS.iter().any(|known| extension.eq_ignore_ascii_case(known))
            });
            if is_read {
                let name = input::name_of(&path);
                found.files.push(Input { path, name, is_named: false });
            } else {
                found.others += 1;
            }
        }
    }
}

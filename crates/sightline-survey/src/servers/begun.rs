//! Reports of a call that has not come to its end, so that the next one goes on from there.
//!
//! A file a server; beside its report stands the entry of the list that it answers, since an entry that
//! has changed is run again.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::list::Server;
use super::report::ServerReport;
use crate::site::html::slug;

/// A folder of reports that is there while a list is being run.
///
/// ```
/// use sightline_survey::servers::{begun::Begun, list::parse, report::ServerReport};
///
/// let folder = tempfile::tempdir().unwrap();
/// let begun = Begun::new(folder.path());
/// let servers = parse("[[server]]\nid = 'time'\npypi = 'mcp-server-time'").unwrap();
/// assert!(begun.report(&servers[0]).is_none());
/// begun.keep(&servers[0], &ServerReport::default()).unwrap();
/// assert!(begun.report(&servers[0]).is_some());
/// begun.end().unwrap();
/// assert!(begun.report(&servers[0]).is_none());
/// ```
#[derive(Clone, Debug)]
pub struct Begun {
    folder: PathBuf,
}

#[derive(Serialize, Deserialize)]
struct Kept {
    entry: String,
    report: ServerReport,
}

impl Begun {
    /// What is begun below the folder of a survey of servers.
    #[must_use]
    pub fn new(out: &Path) -> Self {
        Self { folder: out.join("begun") }
    }

    /// Returns the report of a server, where an earlier call ran this very entry to its end.
    #[must_use]
    pub fn report(&self, server: &Server) -> Option<ServerReport> {
        let text = fs::read_to_string(self.file(server)).ok()?;
        let kept: Kept = serde_json::from_str(&text).ok()?;
        (kept.entry == entry(server)).then_some(kept.report)
    }

    /// Keeps the report of a server that was run to its end.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn keep(&self, server: &Server, report: &ServerReport) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let kept = Kept { entry: entry(server), report: report.clone() };
        let text = serde_json::to_string(&kept).map_err(io::Error::other)?;
        // Whole or not at all: an interruption must not leave half of a file.
        let file = self.file(server);
        fs::write(file.with_extension("new"), text)?;
        fs::rename(file.with_extension("new"), file)
    }

    /// Forgets them: the list has come to its end.
    ///
    /// # Errors
    /// The folder cannot be removed.
    pub fn end(&self) -> io::Result<()> {
        match fs::remove_dir_all(&self.folder) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    fn file(&self, server: &Server) -> PathBuf {
        self.folder.join(format!("{}.json", slug(&server.id)))
    }
}

/// All that an entry says.
fn entry(server: &Server) -> String {
    format!("{server:?}")
}

#[cfg(test)]
mod tests {
    use super::super::list::parse;
    use super::*;

    #[test]
    fn an_entry_that_has_changed_is_run_again() {
        let folder = tempfile::tempdir().unwrap();
        let begun = Begun::new(folder.path());
        let one = |more: &str| parse(&format!("[[server]]\nid = 'a'\nnpm = 'b'\n{more}")).unwrap().remove(0);
        begun.keep(&one(""), &ServerReport { id: "a".to_owned(), ..ServerReport::default() }).unwrap();
        assert_eq!(begun.report(&one("")).unwrap().id, "a");
        assert!(begun.report(&one("arguments = ['--all']")).is_none());
    }
}

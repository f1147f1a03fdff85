//! Writes a file whole or not at all: an interrupt leaves the old one, and nobody reads half a file.

use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result};

/// Puts a text in the place of a file's, by way of a file beside it. The file keeps its permissions, and
/// a link stays a link: what it leads to is changed.
pub fn whole(path: &Path, text: &str) -> Result<()> {
    let target = if path.exists() {
        path.canonicalize().with_context(|| format!("{} cannot be found", path.display()))?
    } else {
        path.to_owned()
    };
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    let beside = target.with_file_name(format!(".{name}.{}.new", std::process::id()));
    let written = put(&beside, &target, text);
    if written.is_err() {
        // What is half done must not stay; that it cannot be removed says nothing new.
        let _ = fs::remove_file(&beside);
    }
    written
}

fn put(beside: &Path, target: &Path, text: &str) -> Result<()> {
    let failed = || format!("{} cannot be written", beside.display());
    let mut file = OpenOptions::new().write(true).create_new(true).open(beside).with_context(failed)?;
    file.write_all(text.as_bytes()).with_context(failed)?;
    if let Ok(known) = fs::metadata(target) {
        file.set_permissions(known.permissions()).with_context(failed)?;
    }
    file.sync_all().with_context(failed)?;
    drop(file);
    fs::rename(beside, target).with_context(|| format!("{} cannot be written", target.display()))
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    use super::*;

    #[test]
    fn a_file_keeps_its_permissions_and_a_link_stays_one() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("real")).expect("a folder is made");
        fs::write(path("real/a.json"), "old").expect("a file is written");
        fs::set_permissions(path("real/a.json"), fs::Permissions::from_mode(0o640)).expect("its mode is set");
        symlink("real/a.json", path("link.json")).expect("a link is made");
        whole(&path("link.json"), "new").expect("it is written");
        whole(&path("fresh.json"), "fresh").expect("it is written");
        let mode = |name: &str| fs::metadata(path(name)).expect("it is there").permissions().mode() & 0o777;
        assert_eq!(
            (fs::read_to_string(path("real/a.json")).ok().as_deref(), mode("real/a.json")),
            (Some("new"), 0o640)
        );
        assert!(path("link.json").is_symlink());
        let left = fs::read_dir(path("real")).expect("it is there").count();
        assert_eq!(left, 1, "nothing is left beside it");
        assert!(whole(&path("none/a.json"), "x").is_err());
        // A folder stands where the file should: the text beside it does not stay.
        assert!(whole(&path("real"), "x").is_err());
        assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 3);
    }
}

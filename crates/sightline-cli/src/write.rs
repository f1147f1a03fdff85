//! Writes a file whole or not at all: an interrupt leaves the old one, and nobody reads half a file.
//!
//! A file that has several names (hard links) is the exception: a file put in its place would have one name
//! only, and the others would keep the old text. It is written in place, behind a copy of the new text.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

use anyhow::{Context as _, Result, anyhow};

/// Puts a text in the place of a file's, by way of a file beside it. The file keeps its permissions, a
/// link stays a link, and all names of the file lead to the new text.
pub fn whole(path: &Path, text: &str) -> Result<()> {
    let target = if path.exists() {
        path.canonicalize().with_context(|| format!("{} cannot be found", path.display()))?
    } else {
        path.to_owned()
    };
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    let beside = target.with_file_name(format!(".{name}.{}.new", std::process::id()));
    if let Err(error) = put(&beside, &target, text) {
        // What is half done must not stay; that it cannot be removed says nothing new.
        let _ = fs::remove_file(&beside);
        return Err(error);
    }
    if has_several_names(&target) {
        return in_place(&beside, &target, text);
    }
    fs::rename(&beside, &target).map_err(|error| {
        let _ = fs::remove_file(&beside);
        anyhow!(error).context(format!("{} cannot be written", target.display()))
    })
}

fn put(beside: &Path, target: &Path, text: &str) -> Result<()> {
    let failed = || format!("{} cannot be written", beside.display());
    let mut file = OpenOptions::new().write(true).create_new(true).open(beside).with_context(failed)?;
    file.write_all(text.as_bytes()).with_context(failed)?;
    if let Ok(known) = fs::metadata(target) {
        file.set_permissions(known.permissions()).with_context(failed)?;
    }
    file.sync_all().with_context(failed)
}

#[cfg(unix)]
fn has_several_names(target: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    fs::metadata(target).is_ok_and(|known| known.is_file() && known.nlink() > 1)
}

#[cfg(not(unix))]
fn has_several_names(_: &Path) -> bool {
    false
}

/// Writes a file where it is. The new text stands beside it until that is done, so that neither a full disk
/// nor an interrupt loses anything: what fails is undone, and what cannot be undone is said.
fn in_place(beside: &Path, target: &Path, text: &str) -> Result<()> {
    let failed = || format!("{} cannot be written", target.display());
    let (old, written) = match fs::read(target) {
        Ok(old) => (old, overwrite(target, text.as_bytes())),
        Err(error) => (Vec::new(), Err(error)),
    };
    let error = match written {
        Ok(()) => None,
        Err(error) => Some(anyhow!(error).context(failed())),
    };
    if error.is_some() && !old.is_empty() && overwrite(target, &old).is_err() {
        let kept =
            format!("{} is broken; its whole new text stands in {}", target.display(), beside.display());
        return error.map_or(Ok(()), |error| Err(error.context(kept)));
    }
    let _ = fs::remove_file(beside);
    error.map_or(Ok(()), Err)
}

fn overwrite(target: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).open(target)?;
    file.write_all(bytes)?;
    file.set_len(bytes.len() as u64)?;
    file.sync_all()
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};

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

    #[test]
    fn all_names_of_a_file_lead_to_the_new_text() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = |name: &str| folder.path().join(name);
        fs::write(path("a.json"), "the old text").expect("a file is written");
        fs::hard_link(path("a.json"), path("b.json")).expect("a second name is given");
        for text in ["new", "a text that is longer than the old one"] {
            whole(&path("a.json"), text).expect("it is written");
            let seen = ["a.json", "b.json"].map(|name| fs::read_to_string(path(name)).unwrap_or_default());
            assert_eq!(seen, [text, text]);
        }
        assert_eq!(fs::metadata(path("a.json")).expect("it is there").nlink(), 2);
        assert_eq!(
            fs::read_dir(folder.path()).expect("it is there").count(),
            2,
            "nothing is left beside them"
        );
    }
}

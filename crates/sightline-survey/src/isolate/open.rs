//! A run without isolation, for machines that have none and users who said so: new folders and an
//! environment of its own, and nothing else that holds it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Places, Plan, environment};

/// The folders of an unisolated run.
///
/// ```
/// use sightline_survey::isolate::{Open, Plan};
///
/// let base = std::env::temp_dir().join(format!("sightline-open-{}", std::process::id()));
/// let open = Open::new(&base, "/usr/bin/sightline".as_ref()).unwrap();
/// let plan = Plan::new("/bin/sh", ["-c", "echo $HOME"]);
/// let output = open.command(&plan).unwrap().output().unwrap();
/// assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), open.places().home.to_str().unwrap());
/// std::fs::remove_dir_all(&base).unwrap();
/// ```
#[derive(Clone, Debug)]
pub struct Open {
    places: Places,
}

impl Open {
    /// Makes the folders below one that is new.
    pub fn new(base: &Path, sightline: &Path) -> io::Result<Self> {
        // The run works in a folder of its own, where a relative path would name something else.
        let (base, sightline) = (std::path::absolute(base)?, std::path::absolute(sightline)?);
        let home = base.join("home");
        let places = Places { work: home.join("project"), results: base.join("results"), sightline, home };
        fs::create_dir_all(&places.work)?;
        fs::create_dir_all(&places.results)?;
        Ok(Self { places })
    }

    /// Where its folders are.
    pub fn places(&self) -> &Places {
        &self.places
    }

    /// The command that runs a plan; its processes form a group of their own.
    pub fn command(&self, plan: &Plan) -> io::Result<Command> {
        for (path, text) in &plan.files {
            let folder: PathBuf = path.parent().map(Path::to_owned).unwrap_or_default();
            // A file of a plan belongs to the run; none of the user's is written over.
            if !folder.starts_with(&self.places.home) {
                return Err(io::Error::other(format!("{} is outside of the run's home", path.display())));
            }
            fs::create_dir_all(&folder)?;
            fs::write(path, text)?;
        }
        let mut command = Command::new(&plan.program);
        command.args(&plan.arguments).env_clear().envs(environment(plan, &self.places));
        command.current_dir(&self.places.work);
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        Ok(command)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_relative_folder_is_known_inside_of_the_run_too() {
        // Below the package, where tests run, so that a relative path leads there.
        let folder = tempfile::tempdir_in(".").unwrap();
        let base = Path::new(folder.path().file_name().unwrap()).join("open");
        let open = Open::new(&base, Path::new("sightline")).unwrap();
        let places = open.places();
        for place in [&places.home, &places.work, &places.results, &places.sightline] {
            assert!(place.is_absolute(), "{}", place.display());
        }
        let file = places.home.join("errand.json");
        let mut plan = Plan::new("/bin/cat", [file.display().to_string()]);
        plan.files.insert(file, "read".to_owned());
        let output = open.command(&plan).unwrap().output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stdout), "read", "{output:?}");
    }
}

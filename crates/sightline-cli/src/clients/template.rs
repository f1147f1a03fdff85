//! `sightline clients new`: the file from which a profile begins.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use sightline::profile;

const TEMPLATE: &str = include_str!("template.toml");

/// Writes `NAME.toml` into the working directory, and never over a file that is there.
pub fn write(out: &mut impl std::io::Write, name: &str) -> Result<()> {
    let is_id =
        |character: char| character.is_ascii_lowercase() || character.is_ascii_digit() || character == '-';
    if name.is_empty() || !name.chars().all(is_id) {
        bail!("{name:?} is no client id; it has lower-case letters, digits and hyphens, such as my-client");
    }
    if profile::clients().any(|known| known == name) {
        // One's own changes to a client that ships are what `--profile` is for.
        eprintln!(
            "note: a profile of {name} ships with Sightline, and sightline clients {name} shows it; yours counts with --profile alone"
        );
    }
    let path = PathBuf::from(format!("{name}.toml"));
    let text = TEMPLATE.replace("NAME", name);
    create(&path, &text)?;
    writeln!(out, "wrote {}; try it with", path.display())?;
    writeln!(out, "  sightline project RESULT.json --profile {} --why", path.display())?;
    Ok(())
}

fn create(path: &Path, text: &str) -> Result<()> {
    let opened = OpenOptions::new().write(true).create_new(true).open(path);
    let mut file = match opened {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            bail!(
                "{0} is there already, and nothing is written over it; move it away, or take another name",
                path.display()
            )
        }
        opened => opened.with_context(|| format!("{} cannot be created", path.display()))?,
    };
    file.write_all(text.as_bytes()).with_context(|| format!("{} cannot be written", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sightline::profile::Profile;

    #[test]
    fn the_template_is_a_profile() {
        let text = TEMPLATE.replace("NAME", "mine");
        let profile = Profile::parse(&text).expect("the template can be read");
        assert_eq!((profile.client.as_str(), profile.versions.len()), ("mine", 1));
    }
}

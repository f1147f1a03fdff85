//! `sightline clients new`: the file from which a profile begins.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

const TEMPLATE: &str = include_str!("template.toml");

/// Writes `NAME.toml` into the working directory, and never over a file that is there.
pub fn write(out: &mut impl std::io::Write, name: &str) -> Result<()> {
    let is_id =
        |character: char| character.is_ascii_lowercase() || character.is_ascii_digit() || character == '-';
    if name.is_empty() || !name.chars().all(is_id) {
        bail!("{name:?} is no client id; it has lower-case letters, digits and hyphens, such as my-client");
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
    let mut file = opened.with_context(|| format!("{} cannot be created", path.display()))?;
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

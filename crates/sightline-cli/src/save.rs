//! `sightline inspect --save DIR`: each answered call as an exchange, a file for the other commands.

use std::borrow::Cow;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use sightline::json::quote;
use sightline::revision::Revision;
use sightline::rules::mask;
use sightline::tool::Tool;

/// Makes the folder, so that what cannot be saved is known before anything is called.
pub fn prepare(folder: Option<&Path>) -> Result<()> {
    let Some(folder) = folder else { return Ok(()) };
    fs::create_dir_all(folder).with_context(|| format!("the folder {} cannot be made", folder.display()))
}

/// Shortest value of an option whose return in a result is no chance.
const TELLING: usize = 6;

/// What looks like a secret in a result: what we were told and the server gives back, else a format or a
/// name of credentials.
pub fn secret_in(result: &str, env: &[(String, String)], bearer: Option<&str>) -> Option<String> {
    let has = |value: &str| value.len() >= TELLING && result.contains(quote(value).trim_matches('"'));
    if bearer.is_some_and(has) {
        return Some("the token of --bearer".to_owned());
    }
    if let Some((name, _)) = env.iter().find(|(_, value)| has(value)) {
        return Some(format!("the value of --env {name}"));
    }
    matches!(mask(result), Cow::Owned(_)).then(|| "what looks like a secret".to_owned())
}

/// Writes one call as an exchange; definition, arguments and result keep their bytes.
pub fn exchange(
    folder: &Path,
    number: usize,
    revision: &Revision,
    tool: Tool<'_>,
    arguments: &str,
    result: &str,
) -> Result<PathBuf> {
    let name = tool.name().unwrap_or_default();
    let text = format!(
        "{{\"revision\":{},\n\"tool\":{},\n\"request\":{{\"method\":\"tools/call\",\"params\":{{\"name\":{},\"arguments\":{arguments}}}}},\n\"result\":{result}}}\n",
        quote(&revision.to_string()),
        tool.node().text(),
        quote(&name),
    );
    // A name from the wire must not leave the folder.
    let safe = |character: char| if character.is_ascii_alphanumeric() { character } else { '-' };
    let name: String = name.chars().take(60).map(safe).collect();
    let path = folder.join(format!("{number:03}-{name}.json"));
    let opened = OpenOptions::new().write(true).create_new(true).open(&path);
    let mut file = opened.with_context(|| format!("{} cannot be created", path.display()))?;
    file.write_all(text.as_bytes()).with_context(|| format!("{} cannot be written", path.display()))?;
    Ok(path)
}

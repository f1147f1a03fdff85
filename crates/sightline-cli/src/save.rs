//! `sightline inspect --save DIR`: each answered call as an exchange, a file for the other commands.

use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result};
use sightline::json::quote;
use sightline::revision::Revision;
use sightline::tool::Tool;

/// Makes the folder, so that what cannot be saved is known before anything is called.
pub fn prepare(folder: Option<&Path>) -> Result<()> {
    let Some(folder) = folder else { return Ok(()) };
    fs::create_dir_all(folder).with_context(|| format!("the folder {} cannot be made", folder.display()))
}

/// Writes one call as an exchange; definition, arguments and result keep their bytes.
pub fn exchange(
    folder: &Path,
    number: usize,
    revision: &Revision,
    tool: Tool<'_>,
    arguments: &str,
    result: &str,
) -> Result<()> {
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
    file.write_all(text.as_bytes()).with_context(|| format!("{} cannot be written", path.display()))
}

//! Files and standard input, bounded; errors name the thing, the place and the remedy.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context as _, Result, anyhow, bail};
use sightline::exchange::Exchange;
use sightline::json::{Document, Limits, SyntaxError};
use sightline::tool::Tool;

use crate::foreign;

/// Reads a file or, for `-`, standard input, up to the bound of documents.
pub fn read(path: &Path) -> Result<Vec<u8>> {
    let limit = Limits::default().max_bytes;
    let name = name_of(path);
    let mut bytes = Vec::new();
    let most = limit as u64 + 1;
    if path.as_os_str() == "-" {
        io::stdin().lock().take(most).read_to_end(&mut bytes).context("standard input cannot be read")?;
    } else {
        let file = File::open(path).with_context(|| format!("{name} cannot be opened"))?;
        let metadata = file.metadata().with_context(|| format!("{name} cannot be read"))?;
        if metadata.is_dir() {
            bail!("{name} is a folder; name a file in it");
        }
        file.take(most).read_to_end(&mut bytes).with_context(|| format!("{name} cannot be read"))?;
    }
    if bytes.len() > limit {
        bail!(
            "{name} is larger than {} MiB, the most that is read; cut out the result of one call",
            limit >> 20
        );
    }
    Ok(bytes)
}

/// Reads a document from bytes; the error names file, line and column.
pub fn parse<'b>(path: &Path, bytes: &'b [u8]) -> Result<Document<'b>> {
    Document::parse_with(bytes, Limits::default()).map_err(|error| {
        let name = name_of(path);
        if let Some(why) = foreign::reason(bytes) {
            return anyhow!("{name}:1:1: {why}");
        }
        let place = error.place();
        let hint = hint(bytes, &error, "file");
        anyhow::anyhow!("{name}:{}:{}: {}{hint}", place.line, place.column, error.reason())
    })
}

/// What people and programs write where JSON has something else, and what to write.
const HABITS: &[(&str, &str)] = &[
    ("//", "; JSON has no comments"),
    ("/*", "; JSON has no comments"),
    ("#", "; JSON has no comments"),
    ("'", "; JSON has double quotes only"),
    ("NaN", "; JSON has no such number: write null or a string"),
    ("Infinity", "; JSON has no such number: write null or a string"),
    ("-Infinity", "; JSON has no such number: write null or a string"),
    ("None", "; this is Python's way to print: write the value with json.dumps"),
    ("True", "; this is Python's way to print: write the value with json.dumps"),
    ("False", "; this is Python's way to print: write the value with json.dumps"),
    ("undefined", "; leave the member out, or write null"),
];

/// What may help with a text that is no JSON; empty when nothing comes to mind. `whole` names what the
/// text is: a file, a line, an event.
pub fn hint(bytes: &[u8], error: &SyntaxError, whole: &str) -> String {
    let offset = error.place().offset;
    let rest = bytes.get(offset..).unwrap_or_default();
    let blank = bytes.iter().take(offset).all(u8::is_ascii_whitespace);
    let no_text = std::str::from_utf8(bytes).err().map(|error| error.valid_up_to());
    let habit = HABITS.iter().find(|(word, _)| rest.starts_with(word.as_bytes()));
    if no_text == Some(offset) {
        "; save the file as UTF-8".to_owned()
    } else if let Some((_, hint)) = habit {
        (*hint).to_owned()
    } else if blank {
        "; a tool result is a JSON object such as {\"content\": []}".to_owned()
    } else if rest.is_empty() {
        format!("; the {whole} looks cut off")
    } else {
        String::new()
    }
}

/// Reads the document of an optional file; none when the option was not given.
pub fn parse_given<'b>(path: Option<&Path>, bytes: Option<&'b [u8]>) -> Result<Option<Document<'b>>> {
    path.zip(bytes).map(|(path, bytes)| parse(path, bytes)).transpose()
}

/// Recognises what a document is; the error names the place.
pub fn exchange<'d>(path: &Path, document: &'d Document<'_>) -> Result<Exchange<'d>> {
    Exchange::of(document).map_err(|error| anyhow!("{}: {error}", place_of(path, document)))
}

/// The tool definition that an optional file holds.
pub fn tool_given<'d>(path: Option<&Path>, document: Option<&'d Document<'_>>) -> Result<Option<Tool<'d>>> {
    let Some((path, document)) = path.zip(document) else { return Ok(None) };
    let root = document.root();
    if !root.is_object() {
        let place = place_of(path, document);
        bail!("{place}: expected a tool definition, an object, found {}", root.kind().name());
    }
    let is_definition = root.member("inputSchema").is_some() || root.member("name").is_some();
    if !is_definition && (root.member("content").is_some() || root.member("structuredContent").is_some()) {
        bail!("{}: expected a tool definition, found a tool result", place_of(path, document));
    }
    if root.member("tools").is_some() && root.member("inputSchema").is_none() {
        let place = place_of(path, document);
        bail!("{place}: expected one tool definition, found a list; --tools takes a list");
    }
    Ok(Some(Tool::of(root)))
}

/// File, line and column of a document's value.
fn place_of(path: &Path, document: &Document<'_>) -> String {
    let place = document.root().place();
    format!("{}:{}:{}", name_of(path), place.line, place.column)
}

/// The name of an input in messages.
pub fn name_of(path: &Path) -> String {
    if path.as_os_str() == "-" { "standard input".to_owned() } else { path.display().to_string() }
}

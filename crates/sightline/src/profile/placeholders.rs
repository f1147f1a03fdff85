//! Placeholders in a profile's words: which are known where, and an error at one that is not.
//!
//! A word that is spelt otherwise would stay in the text as it is, and look like one of the client's own.
//! What cannot be a name, as the braces of JSON, is text.

use toml::de::{DeTable, DeValue};

use super::ProfileError;
use super::source::{Source, Value};

/// What the call decides; all words know it.
pub(crate) const OF_CALL: &[&str] = &[
    "arguments",
    "arguments:quoted",
    "arguments:repr",
    "call id",
    "called as",
    "called as:quoted",
    "model",
    "model:quoted",
    "python_arguments",
    "server",
    "server_word",
    "tool",
    "tool_word",
];
/// What nobody can know beforehand, and what was described and never seen: they stay as they are.
pub(crate) const OPEN: &[&str] = &["blob text", "fixed sentence", "path", "random id", "wall time"];
/// What a block decides.
pub(crate) const OF_BLOCK: &[&str] = &[
    "base64_problem",
    "bytes",
    "composed text",
    "data:quoted",
    "data:urlsafe",
    "decoded",
    "description",
    "digest",
    "fence",
    "grouped_bytes",
    "json:quoted",
    "label",
    "length",
    "mime",
    "mime:quoted",
    "mime:repr",
    "name",
    "size",
    "size:up",
    "text",
    "text:quoted",
    "text_digest",
    "title",
    "uri",
    "uri:html",
    "visible text",
];
/// What a text that is too long decides, in the words that stand for it.
pub(crate) const OF_EXCERPT: &[&str] = &[
    "bytes",
    "chars",
    "estimate",
    "head",
    "head_bytes",
    "kept",
    "kept_chars",
    "kept_tokens",
    "lines",
    "more",
    "omitted",
    "per_line",
    "read_lines",
    "read_tokens",
    "size",
    "tail",
    "tail_bytes",
    "tokens",
];
/// The same, in the text that stands for one that went to a file.
pub(crate) const OF_SPILL: &[&str] = &[
    "counted lines",
    "estimate",
    "grouped",
    "head",
    "head_lines",
    "kilobytes",
    "lines",
    "removed",
    "rounded_kilobytes",
    "sha256",
    "shape",
    "tail",
    "tail_lines",
    "thousands",
    "what",
];
const OF_LIMIT: &[&str] = &["bound", "removed", "tokens", "units"];
const OF_LIMIT_LEAD: &[&str] = &["estimate", "lines"];
const OF_PROTOCOL_ERROR: &[&str] =
    &["code", "data", "data:inner", "data:repr", "error", "message", "message:inner", "message:repr"];
const OF_LISTED_ERROR: &[&str] = &["code", "list", "message"];
const OF_JSON_EXCERPT: &[&str] = &["chars", "declaration", "excerpt"];
const OF_WHOLE_ERROR: &[&str] = &["pieces", "said:quoted"];
const OF_WHOLE_RESULT: &[&str] = &["blocks", "structured"];
const OF_REFUSAL: &[&str] = &["quote", "raised", "validator"];
const ALL_REMOVED: &[&str] = &["removed"];
const MEDIA_ONLY: &[&str] = &["counted media", "media"];
const AROUND: &[&str] = &["joined", "joined:inner"];
const OF_MESSAGE: &[&str] = &["items", "object", "tails", "text", "value"];

/// Looks at all words of a table of behaviours or of rules.
pub(super) fn check(source: &Source<'_>, name: &str, table: &DeTable<'_>) -> Result<(), ProfileError> {
    for value in table.values() {
        // Rules stand in a list of their own, behaviours under their names.
        look(source, value, "", if name == "rules" { "blocks" } else { "" })?;
    }
    Ok(())
}

// Recursion is bounded by the nesting of the file, which its reader bounds.
fn look(source: &Source<'_>, value: &Value<'_>, parent: &str, key: &str) -> Result<(), ProfileError> {
    match value.get_ref() {
        DeValue::Table(table) => {
            for (name, value) in table {
                look(source, value, key, name.get_ref())?;
            }
            Ok(())
        }
        DeValue::Array(items) => items.iter().try_for_each(|item| look(source, item, parent, key)),
        DeValue::String(text) => match known(parent, key) {
            Some((own, calls)) => words(source, value, text, own, calls),
            None => Ok(()),
        },
        DeValue::Boolean(_) | DeValue::Datetime(_) | DeValue::Float(_) | DeValue::Integer(_) => Ok(()),
    }
}

/// The placeholders of a parameter beside the open ones, and whether those of the call are among them; `None`
/// for what is no text with placeholders.
fn known(parent: &str, key: &str) -> Option<(&'static [&'static str], bool)> {
    Some(match (parent, key) {
        ("emit", "text" | "lead" | "tail" | "fail" | "lines" | "item")
        | ("text-at", "text")
        | ("json-part", "members") => (OF_BLOCK, true),
        ("show", "text" | "fail")
        | ("cases", "prefix" | "suffix" | "empty" | "outer-prefix")
        | ("frame", "before" | "after") => (&[], true),
        ("object", "whole" | "error" | "item" | "with-tails" | "empty") => (OF_MESSAGE, true),
        ("cases", "all-removed") => (ALL_REMOVED, true),
        ("cases", "media-only") => (MEDIA_ONLY, false),
        ("cases", "around") => (AROUND, true),
        ("refusal", "text" | "schema-text" | "kind-text") => (OF_REFUSAL, true),
        ("protocol-error" | "over-http", "text" | "lead" | "with-data") => (OF_PROTOCOL_ERROR, true),
        ("of-list", "text") => (OF_LISTED_ERROR, true),
        ("resource-limit", "text") | ("appendix", "words") => (&[], true),
        ("json-excerpt", "text") => (OF_JSON_EXCERPT, true),
        ("json-excerpt", "of-errors") => (OF_WHOLE_ERROR, true),
        ("json-excerpt", "of-blocks" | "of-both") => (OF_WHOLE_RESULT, true),
        ("json-excerpt" | "preview", "marker") => (&["omitted"], false),
        ("preview", "text") => (&["note", "preview"], true),
        ("excerpts", "text") => (OF_EXCERPT, true),
        ("spills", "text") => (OF_SPILL, false),
        ("limits" | "limit", "marker") => (OF_LIMIT, false),
        ("limits" | "limit", "lead") => (OF_LIMIT_LEAD, false),
        ("cap", "marker") => (&[], false),
        _ => return None,
    })
}

fn words(
    source: &Source<'_>,
    value: &Value<'_>,
    text: &str,
    own: &[&str],
    calls: bool,
) -> Result<(), ProfileError> {
    let of_call = if calls { OF_CALL } else { &[] };
    for piece in text.split('{').skip(1) {
        let Some((name, _)) = piece.split_once('}') else { continue };
        // `{member|word}` and `{member?words}` ask a block for any member.
        let asks = own.contains(&"text") && name.contains(['|', '?']);
        let is_known = [own, of_call, OPEN].iter().any(|names| names.contains(&name));
        if asks || is_known || !is_name(name) {
            continue;
        }
        let mut known = [own, of_call, OPEN].concat();
        known.sort_unstable();
        let known: Vec<String> = known.into_iter().map(|name| format!("{{{name}}}")).collect();
        let why = format!("unknown placeholder {{{name}}}; known here are {}", known.join(", "));
        return Err(source.error_at(value.span(), &why));
    }
    Ok(())
}

/// Whether something between braces is meant as a name, and not as JSON or code.
fn is_name(text: &str) -> bool {
    let fits =
        |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | '-' | ' ' | ':');
    text.starts_with(|first: char| first.is_ascii_alphabetic()) && text.chars().all(fits)
}

//! Templates of a profile, filled with what is known of a block and of the call.

use super::draft::Draft;
use super::facts::Facts;
use super::{digest, emit, figures, mime, sha256, words};
use crate::json::Text;
use crate::sdk::print::{Style, quoted, write_text};

/// One line; `None` when a placeholder of it comes out empty.
pub(super) fn line_of<'c>(draft: &Draft<'c, '_>, facts: &Facts<'c>, line: &str) -> Option<String> {
    let slots = line.split('{').skip(1).filter_map(|rest| rest.split_once('}'));
    let mut slots = slots.map(|(name, _)| fill(draft, facts, &format!("{{{name}}}")));
    let complete = slots.all(|value| !value.is_empty());
    complete.then(|| fill(draft, facts, line))
}

/// Fills a template with what is known of the block and of the call.
pub(super) fn fill<'c>(draft: &Draft<'c, '_>, facts: &Facts<'c>, template: &str) -> String {
    let text = || facts.text.map(|text| draft.plain(facts.index, text)).unwrap_or_default();
    if template == "{text}" {
        return text().into_owned();
    }
    words::fill_with(draft.call, template, &|name| {
        let member = |name: &str| match name {
            "mime" => facts.told.clone().unwrap_or_default(),
            name => facts.member(name),
        };
        // `{name|word}`: the word stands for a member that is absent or empty; `{name?words}`: the words
        // stand before a member that is neither.
        if let Some((name, word)) = name.split_once('|') {
            let value = member(name);
            return Some(if value.is_empty() { word.to_owned() } else { value.into_owned() });
        }
        if let Some((name, words)) = name.split_once('?') {
            let value = member(name);
            return Some(if value.is_empty() { String::new() } else { format!("{words}{value}") });
        }
        Some(match name {
            "text" => text().into_owned(),
            "visible text" => text().chars().filter(|character| !is_tag(*character)).collect(),
            "text:quoted" => quoted_text(facts.text),
            "data:quoted" => quoted_text(facts.data),
            "mime:quoted" => quoted(facts.mime.as_deref().unwrap_or_default(), &Style::JAVASCRIPT),
            "json:quoted" => {
                quoted(&emit::printed(draft.shape, facts.block.node, &Style::JAVASCRIPT), &Style::JAVASCRIPT)
            }
            "uri" => facts.uri.as_deref().unwrap_or_default().to_owned(),
            "title" => mime::title(facts.uri.as_deref().unwrap_or_default()),
            "mime" => facts.mime.as_deref().unwrap_or("application/octet-stream").to_owned(),
            "name" => facts.member("name").into_owned(),
            "label" => {
                let title = facts.member("title");
                if title.is_empty() { facts.member("name").into_owned() } else { title.into_owned() }
            }
            "description" => facts.member("description").into_owned(),
            "bytes" => facts.decoded_length().to_string(),
            "grouped_bytes" => figures::grouped(facts.decoded_length()),
            "size" => figures::in_words(facts.decoded_length()),
            "length" => facts.data.map_or(0, |data| data.to_str().chars().count()).to_string(),
            "decoded" => String::from_utf8_lossy(&facts.decoded()).into_owned(),
            "digest" => digest::sha1(&facts.decoded(), 6),
            "text_digest" => {
                // Of the text, or of the URI where there is none.
                let text = text();
                let hashed = if text.is_empty() { facts.uri.as_deref().unwrap_or_default() } else { &text };
                let mut hexadecimal = sha256::sha256_hex(hashed.as_bytes());
                hexadecimal.truncate(10);
                hexadecimal
            }
            _ => return None,
        })
    })
}

/// Invisible copies of ASCII, which hide words from people.
fn is_tag(character: char) -> bool {
    matches!(character, '\u{e0000}'..='\u{e007f}')
}

/// A string of the block as JSON, with its escapes where no text can stand.
fn quoted_text(text: Option<Text<'_>>) -> String {
    let Some(text) = text else { return "\"\"".to_owned() };
    let mut out = String::new();
    write_text(text, false, &mut out);
    out
}

//! Templates of a profile, filled with what is known of a block and of the call.

use std::borrow::Cow;

use unicode_normalization::{UnicodeNormalization as _, is_nfc};

use super::draft::Draft;
use super::facts::Facts;
use super::{digest, emit, figures, mime, sha256, words};
use crate::json::Text;
use crate::sdk::print::{Style, quoted, write_text};
use crate::sdk::repr;

/// One line; `None` when a placeholder of it comes out empty.
pub(super) fn line_of<'c>(draft: &Draft<'c, '_>, facts: &Facts<'c>, line: &str) -> Option<String> {
    let slots = line.split('{').skip(1).filter_map(|rest| rest.split_once('}'));
    let mut slots = slots.map(|(name, _)| fill(draft, facts, &format!("{{{name}}}")));
    let complete = slots.all(|value| !value.is_empty());
    complete.then(|| fill(draft, facts, line))
}

/// Fills a template with what is known of the block and of the call.
pub(super) fn fill<'c>(draft: &Draft<'c, '_>, facts: &Facts<'c>, template: &str) -> String {
    let text = || draft.rewritten(facts.text.map(|text| draft.plain(facts.index, text)).unwrap_or_default());
    match template {
        "{text}" => return text().into_owned(),
        "{visible text}" => return visible(text()),
        "{composed text}" => return visible(composed(text())),
        _ => {}
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
            "visible text" => visible(text()),
            "composed text" => visible(composed(text())),
            "fence" => fence(&text()),
            "uri:html" => html(facts.uri.as_deref().unwrap_or_default()),
            "text:quoted" => quoted_text(facts.text),
            "data:quoted" => quoted_text(facts.data),
            "data:urlsafe" => url_safe(&facts.decoded()),
            "mime:quoted" => quoted(facts.mime.as_deref().unwrap_or_default(), &Style::JAVASCRIPT),
            "mime:repr" => repr::quote(facts.mime.as_deref().unwrap_or_default()),
            "json:quoted" => {
                quoted(&emit::printed(draft.shape, facts.block.node, &Style::JAVASCRIPT), &Style::JAVASCRIPT)
            }
            "base64_problem" => facts.base64_problem().unwrap_or_default(),
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
            "size:up" => figures::rounded_up(facts.decoded_length()),
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

/// A text without the invisible copies of ASCII, which hide words from people.
fn visible(text: Cow<'_, str>) -> String {
    // Their first byte is rare, so most texts stay as they are.
    if memchr::memchr(0xf3, text.as_bytes()).is_none() {
        return text.into_owned();
    }
    text.chars().filter(|character| !matches!(character, '\u{e0000}'..='\u{e007f}')).collect()
}

/// A text in the composed form of Unicode, NFC.
fn composed(text: Cow<'_, str>) -> Cow<'_, str> {
    if text.is_ascii() || is_nfc(&text) { text } else { Cow::Owned(text.nfc().collect()) }
}

/// Four backticks, or so many that the text has no run as long.
fn fence(text: &str) -> String {
    let mut fence = "````".to_owned();
    while text.contains(&fence) {
        fence.push('`');
    }
    fence
}

/// Bytes as base64 in the letters that URLs bear, padded.
fn url_safe(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let bits =
            chunk.iter().fold(0u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for at in 0..4 {
            // Six bits index the 64 letters.
            let letter = LETTERS[(bits >> (18 - 6 * at) & 63) as usize];
            out.push(if at > chunk.len() { '=' } else { char::from(letter) });
        }
    }
    out
}

/// A text as it stands in an attribute of HTML.
fn html(text: &str) -> String {
    let marks = [('&', "&amp;"), ('<', "&lt;"), ('>', "&gt;"), ('"', "&quot;"), ('\'', "&#x27;")];
    marks.into_iter().fold(text.to_owned(), |text, (mark, name)| text.replace(mark, name))
}

/// A string of the block as JSON, with its escapes where no text can stand.
fn quoted_text(text: Option<Text<'_>>) -> String {
    let Some(text) = text else { return "\"\"".to_owned() };
    let mut out = String::new();
    write_text(text, false, &mut out);
    out
}

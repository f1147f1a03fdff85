//! Fills the placeholders of a scenario: what is too long, or too opaque, to be typed.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A square of 16 by 16 dots, three colours: 177 bytes of PNG.
const IMAGE: &str = "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAQ0lEQVR4nGPg4BeTVdE2snRw9wuNSc4qrKhv650ye9HKDdv3HT1z+dbDF++//WXlEZZS1NA3s3XxDmIY1TCqYfhqAABmb0ZQOGHizQAAAAp0RVh0awBwcm9iZWltZ1rdSpoAAAAASUVORK5CYII=";
/// Sixteen samples of silence: 60 bytes of WAV.
const AUDIO: &str = "UklGRjQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YRAAAACAgICAgICAgICAgICAgICA";
/// The most that one placeholder may become, in bytes.
const MOST: usize = 16 << 20;

/// Replaces `{{words:N}}`, `{{lines:N}}`, `{{rows:N}}` (each about N bytes), `{{blocks:N}}`,
/// `{{base64:channel}}`, `{{image}}` and `{{audio}}`.
pub(super) fn fill(name: &str, text: &str) -> Result<String, String> {
    let mut filled = String::new();
    let mut counters = Counters::default();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{{") {
        let Some((placeholder, after)) = after.split_once("}}") else { break };
        // Nested objects close with the same letters; they hold a quote, and a placeholder never does.
        let Some(value) = replacement(name, placeholder, &mut counters)? else {
            filled.push_str(before);
            filled.push_str("{{");
            rest = &rest[before.len() + 2..];
            continue;
        };
        filled.push_str(before);
        filled.push_str(&value);
        rest = after;
    }
    filled.push_str(rest);
    Ok(filled)
}

/// Returns the channels whose canary is sent in base64: channel and that text.
pub(super) fn base64_channels(name: &str, text: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for (placeholder, channel, data) in [("{{image}}", "image", IMAGE), ("{{audio}}", "audio", AUDIO)] {
        if text.contains(placeholder) {
            found.insert(channel.to_owned(), data.to_owned());
        }
    }
    for rest in text.split("{{base64:").skip(1) {
        if let Some((channel, _)) = rest.split_once("}}") {
            found.insert(channel.to_owned(), canary_in_base64(name, channel));
        }
    }
    found
}

/// Numbers go on through a whole text, so that one names one place.
#[derive(Default)]
struct Counters {
    words: usize,
    lines: usize,
    rows: usize,
    blocks: usize,
}

fn replacement(name: &str, placeholder: &str, counters: &mut Counters) -> Result<Option<String>, String> {
    match placeholder {
        "image" => return Ok(Some(IMAGE.to_owned())),
        "audio" => return Ok(Some(AUDIO.to_owned())),
        _ => {}
    }
    let Some((kind, value)) = placeholder.split_once(':') else { return Ok(None) };
    if kind == "base64" {
        return Ok(Some(canary_in_base64(name, value)));
    }
    if !["words", "lines", "rows", "blocks"].contains(&kind) {
        return Ok(None);
    }
    let amount: usize = value.parse().map_err(|_| format!("{placeholder} names no amount"))?;
    if amount > MOST {
        return Err(format!("{placeholder} is more than {MOST}"));
    }
    let mut text = String::new();
    match kind {
        "words" => {
            while text.len() < amount {
                let _ = write!(text, "w{:06} ", counters.words);
                counters.words += 1;
            }
        }
        "lines" => {
            while text.len() < amount {
                // An escaped line end: the placeholder stands inside a JSON string.
                let _ = write!(text, "line {:06} of the survey\\n", counters.lines);
                counters.lines += 1;
            }
        }
        "rows" => {
            while text.len() < amount {
                let comma = if text.is_empty() { "" } else { "," };
                let number = counters.rows;
                let _ = write!(text, r#"{comma}{{"row":{number},"name":"r{number:06}"}}"#);
                counters.rows += 1;
            }
        }
        _ => {
            for _ in 0..amount {
                let comma = if text.is_empty() { "" } else { "," };
                let _ = write!(text, r#"{comma}{{"type":"text","text":"b{:06}"}}"#, counters.blocks);
                counters.blocks += 1;
            }
        }
    }
    Ok(Some(text))
}

fn canary_in_base64(name: &str, channel: &str) -> String {
    base64(format!("CNRY_{name}_{channel}_zq").as_bytes())
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |index: usize| u32::from(chunk.get(index).copied().unwrap_or_default());
        let group = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            // Six bits: below 64.
            let letter = LETTERS[(group >> (18 - 6 * place) & 63) as usize];
            text.push(if place > chunk.len() { '=' } else { char::from(letter) });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_the_usual_one() {
        for (bytes, text) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")]
        {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
        assert_eq!(canary_in_base64("blocks", "blob"), "Q05SWV9ibG9ja3NfYmxvYl96cQ==");
    }

    #[test]
    fn numbers_go_on_and_objects_are_left_alone() {
        let filled = fill("x", r#"{"a":"{{words:16}}{{words:8}}","o":{"i":{"e":{}}}}"#).unwrap();
        assert_eq!(filled, r#"{"a":"w000000 w000001 w000002 ","o":{"i":{"e":{}}}}"#);
        assert!(fill("x", "{{words:many}}").is_err());
        assert!(fill("x", "{{words:99999999999}}").is_err());
        assert_eq!(fill("x", "{{unknown}} {{").unwrap(), "{{unknown}} {{");
    }
}

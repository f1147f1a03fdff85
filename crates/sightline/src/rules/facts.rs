//! Prose against data, coarsely: does a text state anything of the structured content, and does a
//! number beside a noun contradict a field or a list of that name? Both err on the quiet side.

use super::read::each_value;
use crate::json::{Kind, Node};

/// Words after which a number is no statement about the whole.
const PARTIAL: &[&str] =
    &["about", "at", "first", "last", "least", "most", "next", "of", "over", "page", "than", "to", "top"];
const COUNT_WORDS: &[&str] =
    &["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
/// Texts that say that something happened, and nothing else.
const ACKNOWLEDGEMENTS: &[&str] =
    &["complete", "completed", "done", "finished", "ok", "okay", "success", "successful"];

/// Tells whether a text is a bare acknowledgement.
pub(super) fn is_acknowledgement(text: &str) -> bool {
    ACKNOWLEDGEMENTS.contains(&text.trim().trim_end_matches(['.', '!']).to_lowercase().as_str())
}

/// Tells whether a text states a value, a name or a count of the data; data without any is stated.
pub(super) fn states_anything(text: &str, data: Node<'_>) -> bool {
    let text = text.to_lowercase();
    let words = words(&text);
    let numbers: Vec<f64> = words.iter().filter_map(|word| number(word)).collect();
    let has_number = |value: f64| {
        numbers
            .iter()
            .any(|number| (number - value).abs() < 1.0 || (number - value).abs() < value.abs() * 0.01)
    };
    let (mut facts, mut stated) = (0, false);
    each_value(data, |key, node| match node.kind() {
        Kind::Null => {}
        Kind::Object => facts += usize::from(node.is_empty()),
        Kind::Array => {
            facts += 1;
            #[expect(clippy::cast_precision_loss, reason = "counts are small")]
            let count = node.len() as f64;
            let in_words = COUNT_WORDS.get(node.len()).is_some_and(|word| words.contains(word));
            stated |= numbers.contains(&count) || in_words || node.is_empty();
        }
        Kind::Bool => {
            facts += 1;
            let named = key
                .is_some_and(|key| key_words(&key.to_str()).iter().any(|part| text.contains(part.as_str())));
            let said = ["true", "false", "yes", "no", "not"].iter().any(|word| words.contains(word));
            stated |= named || said;
        }
        Kind::Number => {
            facts += 1;
            stated |= node.as_number().and_then(|number| number.as_f64()).is_some_and(has_number);
        }
        Kind::String => {
            facts += 1;
            let string = node.as_str().unwrap_or_default().to_lowercase().replace('_', " ");
            let whole = !string.trim().is_empty() && text.contains(string.trim());
            let part = string.split(|c: char| !c.is_alphanumeric()).any(|part| {
                let is_long = part.chars().count() >= 4 || number(part).is_some_and(|number| number >= 10.0);
                is_long && words.contains(&part)
            });
            stated |= whole || part;
        }
    });
    stated || facts == 0
}

/// A number in prose that contradicts the data.
#[derive(Debug, PartialEq)]
pub(super) struct Contradiction {
    /// The number as the text writes it, with the words after it.
    pub stated: String,
    /// Pointer into the data.
    pub pointer: String,
    /// What the data says there.
    pub value: String,
}

/// Finds a number before the name of a numeric field or of a list that says something else.
pub(super) fn contradiction(text: &str, data: Node<'_>) -> Option<Contradiction> {
    let named = named_numbers(data);
    let is_known = |number: f64| named.iter().any(|named| is_near(number, named.value));
    let has_cursor = named_text(data, "cursor") || named_text(data, "token") || named_text(data, "hasmore");
    let lowered = text.to_lowercase();
    let words = words(&lowered);
    for (index, word) in words.iter().enumerate() {
        let Some(stated) = number(word) else { continue };
        let before = index.checked_sub(1).and_then(|before| words.get(before));
        if before.is_some_and(|before| PARTIAL.contains(before)) || is_known(stated) {
            continue;
        }
        let after = words.get(index + 1..).unwrap_or_default();
        let after = &after[..after.len().min(4)];
        let meant: Vec<&Named> = named.iter().filter(|named| names_follow(after, &named.words)).collect();
        // Two fields of one name: which is meant is a guess.
        let [meant] = meant[..] else { continue };
        if !(meant.is_count && has_cursor) {
            let stated =
                std::iter::once(word).chain(after.iter().take(2)).copied().collect::<Vec<_>>().join(" ");
            return Some(Contradiction {
                stated,
                pointer: meant.pointer.clone(),
                value: meant.shown.clone(),
            });
        }
    }
    None
}

struct Named {
    words: Vec<String>,
    value: f64,
    shown: String,
    pointer: String,
    is_count: bool,
}

fn named_numbers(data: Node<'_>) -> Vec<Named> {
    let root = data.pointer();
    let mut named = Vec::new();
    each_value(data, |key, node| {
        let Some(key) = key else { return };
        let (value, shown, is_count) = match node.kind() {
            Kind::Number => (node.as_number().and_then(|n| n.as_f64()), node.text().to_owned(), false),
            #[expect(clippy::cast_precision_loss, reason = "counts are small")]
            Kind::Array => (Some(node.len() as f64), format!("{} items", node.len()), true),
            Kind::Null | Kind::Bool | Kind::String | Kind::Object => (None, String::new(), false),
        };
        // A document of a million numbers is no subject for prose.
        if let Some(value) = value.filter(|_| named.len() < 1000) {
            let pointer = node.pointer();
            let pointer = pointer.strip_prefix(&root).unwrap_or(&pointer).to_owned();
            named.push(Named { words: key_words(&key.to_str()), value, shown, pointer, is_count });
        }
    });
    named
}

fn named_text(data: Node<'_>, part: &str) -> bool {
    data.members().any(|member| {
        member.key.to_str().to_lowercase().replace('_', "").contains(part) && !member.value.is_null()
    })
}

/// Whether the words of a name stand among the words after a number, in order and side by side.
fn names_follow(after: &[&str], name: &[String]) -> bool {
    let singular = |word: &str| word.trim_end_matches('s').to_owned();
    !name.is_empty()
        && after
            .windows(name.len())
            .any(|window| window.iter().zip(name).all(|(word, part)| singular(word) == singular(part)))
}

/// Equal, or equal after rounding.
fn is_near(stated: f64, value: f64) -> bool {
    (stated - value).abs() < 0.51 && value.fract() != 0.0 || (stated - value).abs() < 1e-9
}

/// The words of a text without the punctuation around them.
fn words(text: &str) -> Vec<&str> {
    let trimmed = text.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
    trimmed.filter(|word| !word.is_empty()).collect()
}

/// A plain number, with `,` between thousands.
fn number(word: &str) -> Option<f64> {
    let starts = word.chars().next().is_some_and(|first| first.is_ascii_digit());
    if starts { word.replace(',', "").parse().ok() } else { None }
}

/// `onHand`, `on_hand` and `on-hand` are two words.
fn key_words(key: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for character in key.chars() {
        if !character.is_alphanumeric() || character.is_uppercase() {
            words.push(String::new());
        }
        if character.is_alphanumeric() {
            if let Some(word) = words.last_mut() {
                word.extend(character.to_lowercase());
            }
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Document;

    fn contradicts(text: &str, data: &str) -> bool {
        let document = Document::parse(data).unwrap();
        contradiction(text, document.root()).is_some()
    }

    #[test]
    fn a_number_before_a_name_is_held_to_the_data() {
        assert!(contradicts("SKU TK-9 has 12 units on hand.", r#"{"sku":"TK-9","onHand":21}"#));
        assert!(contradicts("Found 3 orders.", r#"{"orders":[1,2]}"#));
        for (text, data) in [
            ("Found 2 orders.", r#"{"orders":[1,2]}"#),
            ("3 orders, 2 of them open.", r#"{"orders":[1,2,3]}"#),
            ("First 2 orders of 9.", r#"{"orders":[1,2,3]}"#),
            ("40 orders.", r#"{"orders":[1,2,3],"nextCursor":"x"}"#),
            ("40 orders.", r#"{"orders":[1,2,3],"total":40}"#),
            ("12 degrees", r#"{"degrees":12.4}"#),
        ] {
            assert!(!contradicts(text, data), "{text} {data}");
        }
    }

    #[test]
    fn a_summary_states_something() {
        for (text, data, expected) in [
            ("Order open, 12.50 total.", r#"{"total":12.5}"#, true),
            ("The job makes progress.", r#"{"status":"done","jobId":"j-88"}"#, false),
            ("4 free berths", r#"{"berths":[1,2,3,4]}"#, true),
            ("No orders", r#"{"orders":[]}"#, true),
            ("anything", r#"{"a":null}"#, true),
            ("due 2 October 2026", r#"{"due":"2026-10-02"}"#, true),
        ] {
            let document = Document::parse(data).unwrap();
            assert_eq!(states_anything(text, document.root()), expected, "{text} {data}");
        }
    }
}

//! Which channels of a result reached the model, how often, and where they were cut.
//!
//! A channel is known again by a needle: the longest plain run of characters that stands in it and in no
//! other channel. A probe puts a canary into each; any other result works as far as its own words go.

use std::collections::BTreeSet;

use serde::Serialize;
use sightline::content::{BlockKind, ContentBlock};
use sightline::json::{Document, Node};
use sightline::result::ToolResult;
use sightline::sdk::print::{Runtime, Spacing, Style, print, quoted};

use crate::record::Record;

/// Fewest characters of a needle; shorter ones stand anywhere by chance.
const SHORTEST: usize = 3;
/// Longest needle, so that a cut text is still found by its beginning.
const LONGEST: usize = 48;
/// Runs of one channel that are held against the others; a table in both has thousands.
const MOST_RUNS: usize = 64;
/// Texts below this many bytes are not looked at for cuts: they are whole, or changed.
const CUT_FROM: usize = 1_000;

/// The kinds of place in a result that can reach a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The text of a text block.
    Text,
    /// The structured content.
    Structured,
    /// `_meta` of the result.
    Meta,
    /// `_meta` of a block.
    BlockMeta,
    /// The text of an embedded resource.
    ResourceText,
    /// The data of an embedded resource.
    Blob,
    /// The location of a resource or link.
    Uri,
    /// Name, title or description of a link.
    LinkWords,
    /// Bytes of an image.
    Image,
    /// Bytes of a sound.
    Audio,
    /// A block of a kind that is not known.
    Other,
}

/// What of one channel reached the model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Channel {
    /// What it is.
    pub kind: Kind,
    /// JSON pointer into the result.
    pub pointer: String,
    /// How often it reached the model; `None` when it has no words to be known again by.
    pub copies: Option<usize>,
    /// Where it was cut, when it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut: Option<Cut>,
}

/// What was left of a long text, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Cut {
    /// Kept from its beginning.
    pub head: usize,
    /// Kept from its end.
    pub tail: usize,
    /// Its whole length.
    pub of: usize,
}

impl Channel {
    /// Tells whether any of it reached the model.
    #[must_use]
    pub fn arrived(&self) -> bool {
        self.copies.is_some_and(|copies| copies > 0)
    }
}

/// Returns the channels of a record's result; none when the wire is no result.
///
/// ```
/// use sightline_survey::record::Record;
/// use sightline_survey::results::channel::{Kind, channels};
///
/// let line = r#"{"wire": "{\"content\": [{\"type\": \"text\", \"text\": \"two rows\"}], \"structuredContent\": {\"city\": \"Bergen\"}}",
///     "parts": [{"kind": "text", "text": "{\"city\":\"Bergen\"}", "place": "tool-message"}]}"#;
/// let record: Record = serde_json::from_str(line).unwrap();
/// let arrived: Vec<Kind> = channels(&record).iter().filter(|seen| seen.arrived()).map(|seen| seen.kind).collect();
/// assert_eq!(arrived, [Kind::Structured]);
/// ```
#[must_use]
pub fn channels(record: &Record) -> Vec<Channel> {
    let Ok(document) = Document::parse(&record.wire) else { return Vec::new() };
    let Some(result) = ToolResult::of(document.root()) else { return Vec::new() };
    let places = places(result);
    let arrived = texts(record);
    places.iter().map(|place| look(place, &places, &arrived, record)).collect()
}

/// All texts that reached the model, one after another.
pub(crate) fn texts(record: &Record) -> String {
    let texts: Vec<&str> = record.parts.iter().filter_map(|part| part.text.as_deref()).collect();
    texts.join("\n")
}

struct Place<'d> {
    kind: Kind,
    node: Node<'d>,
    /// Every string in it.
    words: Vec<String>,
    /// Every key in it: a text that is JSON has them too, so they tell nothing apart.
    keys: Vec<String>,
}

impl<'d> Place<'d> {
    fn new(kind: Kind, node: Node<'d>) -> Self {
        let (mut words, mut keys) = (Vec::new(), Vec::new());
        leaves(node, &mut words, &mut keys);
        Self { kind, node, words, keys }
    }
}

fn leaves(node: Node<'_>, words: &mut Vec<String>, keys: &mut Vec<String>) {
    if let Some(text) = node.as_str() {
        words.push(text.into_owned());
    } else if node.is_array() || node.is_object() {
        node.items().for_each(|item| leaves(item, words, keys));
        for member in node.members() {
            keys.push(member.key.to_str().into_owned());
            leaves(member.value, words, keys);
        }
    } else {
        words.push(node.text().to_owned());
    }
}

fn places(result: ToolResult<'_>) -> Vec<Place<'_>> {
    let mut places = Vec::new();
    for block in result.content() {
        of_block(block, &mut places);
    }
    // `null` is no payload: a client that hides it cannot be told from one that has nothing to show.
    if let Some(node) = result.structured_content().filter(|node| !node.is_null()) {
        places.push(Place::new(Kind::Structured, node));
    }
    if let Some(node) = result.meta().filter(|node| !node.is_null()) {
        places.push(Place::new(Kind::Meta, node));
    }
    places
}

fn of_block<'d>(block: ContentBlock<'d>, places: &mut Vec<Place<'d>>) {
    let node = block.node;
    let mut add = |kind: Kind, of: Option<Node<'d>>| {
        if let Some(node) = of.filter(|node| !node.is_null()) {
            places.push(Place::new(kind, node));
        }
    };
    let resource = node.member("resource");
    match block.kind {
        BlockKind::Text(_) => add(Kind::Text, node.member("text")),
        BlockKind::Image { .. } => add(Kind::Image, node.member("data")),
        BlockKind::Audio { .. } => add(Kind::Audio, node.member("data")),
        _ if resource.is_some() => {
            add(Kind::Uri, resource.and_then(|resource| resource.member("uri")));
            add(Kind::ResourceText, resource.and_then(|resource| resource.member("text")));
            add(Kind::Blob, resource.and_then(|resource| resource.member("blob")));
        }
        _ if node.member("uri").is_some() => {
            add(Kind::Uri, node.member("uri"));
            for name in ["name", "title", "description"] {
                add(Kind::LinkWords, node.member(name));
            }
        }
        _ => add(Kind::Other, Some(node)),
    }
    add(Kind::BlockMeta, node.member("_meta"));
}

fn look(place: &Place<'_>, all: &[Place<'_>], arrived: &str, record: &Record) -> Channel {
    let pointer = place.node.pointer();
    let others = || all.iter().filter(|other| !std::ptr::eq(*other, place));
    let is_elsewhere = |run: &str| {
        others().any(|other| other.words.iter().chain(&other.keys).any(|word| word.contains(run)))
    };
    let own = needle(place, |run| !is_elsewhere(run));
    let media = media(place.kind, record);
    let copies = match (media, own) {
        (Some(0) | None, Some(needle)) => {
            let within = occurrences(place, &needle);
            Some(arrived.matches(&*needle).count().div_ceil(within.max(1)))
        }
        (Some(many), _) => Some(many),
        (None, None) => shared(place, all, arrived),
    };
    let cut = copies.filter(|copies| *copies > 0).and_then(|_| cut(place, arrived));
    Channel { kind: place.kind, pointer, copies, cut }
}

/// Parts that carry bytes of this kind; `None` for a kind that has none.
fn media(kind: Kind, record: &Record) -> Option<usize> {
    let name = match kind {
        Kind::Image => "image",
        Kind::Audio => "audio",
        Kind::Blob => "file",
        Kind::Text | Kind::Structured | Kind::Meta | Kind::BlockMeta => return None,
        Kind::ResourceText | Kind::Uri | Kind::LinkWords | Kind::Other => return None,
    };
    let fits = |kind: &str| kind == name || (name == "audio" && kind == "file");
    Some(record.parts.iter().filter(|part| fits(&part.kind)).count())
}

/// Copies of a place whose words all stand elsewhere too, as those of a mirror do. A text counts where it
/// stands whole; what texts do not account for is the structured content.
fn shared(place: &Place<'_>, all: &[Place<'_>], arrived: &str) -> Option<usize> {
    let needle = needle(place, |_| true)?;
    if place.kind == Kind::Text {
        return place.words.first().map(|text| text_copies(text, all, arrived));
    }
    let mut left = arrived.matches(&*needle).count();
    for other in all.iter().filter(|other| !std::ptr::eq(*other, place) && other.kind == Kind::Text) {
        let text = other.words.first()?;
        let per_copy = text.matches(&*needle).count();
        left = left.saturating_sub(per_copy * text_copies(text, all, arrived));
    }
    Some(left.div_ceil(occurrences(place, &needle).max(1)))
}

/// How often a text arrived whole. Where the structured content is spelled like it, a copy more than
/// there are blocks of that text is the structured content: in an envelope it stands as it is, and the
/// text once more inside of a string.
fn text_copies(text: &str, all: &[Place<'_>], arrived: &str) -> usize {
    let whole = whole_copies(text, arrived);
    let of_kind = |kind: Kind| all.iter().filter(move |place| place.kind == kind);
    let blocks =
        of_kind(Kind::Text).filter(|place| place.words.first().is_some_and(|own| own == text)).count();
    let is_mirror = || {
        Document::parse(text)
            .is_ok_and(|own| of_kind(Kind::Structured).any(|place| place.node.equals(own.root())))
    };
    if whole > blocks && is_mirror() { blocks } else { whole }
}

/// How often a text stands there whole, as it is or inside of JSON.
fn whole_copies(text: &str, arrived: &str) -> usize {
    if text.is_empty() {
        return 0;
    }
    let spellings = [false, true].map(|ascii| {
        let escaped = quoted(text, &Style { ascii, ..Style::JAVASCRIPT });
        escaped.get(1..escaped.len() - 1).unwrap_or_default().to_owned()
    });
    let spellings: BTreeSet<&str> = spellings.iter().map(String::as_str).chain([text]).collect();
    spellings.into_iter().map(|spelling| arrived.matches(spelling).count()).sum()
}

/// How often the payload of structured content arrived, in whatever field and spelling; `None` when it
/// has no words to be known again by.
pub(crate) fn payload_copies(record: &Record) -> Option<usize> {
    let document = Document::parse(&record.wire).ok()?;
    let node = ToolResult::of(document.root())?.structured_content()?;
    let place = Place::new(Kind::Structured, node);
    let needle = needle(&place, |_| true)?;
    Some(texts(record).matches(&*needle).count().div_ceil(occurrences(&place, &needle).max(1)))
}

fn occurrences(place: &Place<'_>, needle: &str) -> usize {
    place.words.iter().map(|word| word.matches(needle).count()).sum()
}

/// The longest run of letters, digits and the like that escapes leave alone.
fn needle(place: &Place<'_>, fits: impl Fn(&str) -> bool) -> Option<String> {
    let plain = |character: char| character.is_ascii_alphanumeric() || "_-. ".contains(character);
    let runs: BTreeSet<&str> = place
        .words
        .iter()
        .flat_map(|word| word.split(|character| !plain(character)))
        .map(|run| run.trim_matches(' '))
        .map(|run| run.get(..LONGEST).unwrap_or(run).trim_end_matches(' '))
        .filter(|run| run.len() >= SHORTEST)
        .collect();
    // Of equal lengths the first in the alphabet, so that the outcome never depends on an order.
    let mut runs: Vec<&str> = runs.into_iter().collect();
    runs.sort_by_key(|run| std::cmp::Reverse(run.len()));
    runs.into_iter().take(MOST_RUNS).find(|run| fits(run)).map(str::to_owned)
}

/// Where a long text was cut; `None` when it is there whole, or not as it was.
fn cut(place: &Place<'_>, arrived: &str) -> Option<Cut> {
    if place.node.text().len() < CUT_FROM {
        return None;
    }
    let forms: Vec<String> = match place.kind {
        Kind::Structured => styles().iter().map(|style| print(place.node, style)).collect(),
        Kind::Text | Kind::ResourceText => {
            let text = place.words.first()?;
            let escaped = quoted(text, &Style::JAVASCRIPT);
            vec![text.clone(), escaped.trim_matches('"').to_owned()]
        }
        _ => return None,
    };
    if forms.iter().any(|form| arrived.contains(form.as_str())) {
        return None;
    }
    // What does not even begin as this form does was printed otherwise, and needs no longer look.
    let forms: Vec<String> = forms
        .into_iter()
        .filter(|form| form.get(..LONGEST).is_some_and(|head| arrived.contains(head)))
        .collect();
    let cuts =
        forms.iter().map(|form| Cut { head: head(form, arrived), tail: tail(form, arrived), of: form.len() });
    // A text whose beginning is not there was printed in a way of its own, and nothing is known of a cut.
    cuts.max_by_key(|cut| cut.head + cut.tail)
        .filter(|cut| cut.head >= LONGEST && cut.head + cut.tail < cut.of)
}

fn head(form: &str, arrived: &str) -> usize {
    longest(form, |at| form.get(..at).is_some_and(|head| arrived.contains(head)))
}

fn tail(form: &str, arrived: &str) -> usize {
    longest(form, |at| form.get(form.len() - at..).is_some_and(|tail| arrived.contains(tail)))
}

/// The largest length that fits; what fits, fits when it is shorter as well.
fn longest(form: &str, fits: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (0, form.len());
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        // Inside of a character nothing can be asked; the next shorter place decides.
        let boundary = (0..=middle).rev().find(|at| form.is_char_boundary(*at)).unwrap_or(0);
        if boundary <= low {
            break;
        }
        if fits(boundary) { low = boundary } else { high = boundary - 1 }
    }
    low
}

/// The ways in which clients were seen to print JSON, the commonest first.
pub(crate) fn styles() -> Vec<Style> {
    let style = |runtime, spacing, ascii, sort_keys| Style { runtime, spacing, ascii, sort_keys };
    let plain = |runtime, spacing| style(runtime, spacing, false, false);
    vec![
        plain(Runtime::Javascript, Spacing::Compact),
        plain(Runtime::Python, Spacing::Spaced),
        style(Runtime::Python, Spacing::Spaced, true, false),
        plain(Runtime::Javascript, Spacing::Indented),
        plain(Runtime::Serde, Spacing::Compact),
        plain(Runtime::Pydantic, Spacing::Compact),
        plain(Runtime::Python, Spacing::Compact),
        plain(Runtime::Python, Spacing::Indented),
        style(Runtime::Python, Spacing::Compact, true, false),
        style(Runtime::Python, Spacing::Indented, true, false),
        style(Runtime::Python, Spacing::Spaced, false, true),
        style(Runtime::Python, Spacing::Spaced, true, true),
        style(Runtime::Serde, Spacing::Compact, false, true),
        plain(Runtime::Serde, Spacing::Indented),
        plain(Runtime::Dotnet, Spacing::Compact),
        plain(Runtime::SerdePrecise, Spacing::Compact),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(wire: &str, text: &str) -> Vec<(Kind, Option<usize>)> {
        let record = Record {
            wire: wire.to_owned(),
            parts: vec![crate::record::Part {
                kind: "text".to_owned(),
                text: Some(text.to_owned()),
                ..crate::record::Part::default()
            }],
            ..Record::default()
        };
        channels(&record).into_iter().map(|channel| (channel.kind, channel.copies)).collect()
    }

    #[test]
    fn copies_are_counted_by_words_that_stand_in_one_channel() {
        let wire = r#"{"content": [{"type": "text", "text": "alpha"}], "structuredContent": {"a": "beta", "b": "beta"}, "_meta": {"x": "gamma"}}"#;
        assert_eq!(
            seen(wire, r#"alpha {"a":"beta","b":"beta"} {"a":"beta","b":"beta"}"#),
            [(Kind::Text, Some(1)), (Kind::Structured, Some(2)), (Kind::Meta, Some(0))]
        );
        assert_eq!(
            seen(wire, ""),
            [(Kind::Text, Some(0)), (Kind::Structured, Some(0)), (Kind::Meta, Some(0))]
        );
    }

    #[test]
    fn a_mirror_is_told_from_a_second_copy() {
        let wire = r#"{"content": [{"type": "text", "text": "{\"a\":\"beta\"}"}], "structuredContent": {"a":"beta"}}"#;
        let once = seen(wire, r#"{"a":"beta"}"#);
        assert_eq!(once.last(), Some(&(Kind::Structured, Some(0))), "one copy is the text");
        let other = seen(wire, r#"{"a": "beta"}"#);
        assert_eq!(
            other,
            [(Kind::Text, Some(0)), (Kind::Structured, Some(1))],
            "another spelling is not the text"
        );
        let twice = seen(wire, "{\"a\":\"beta\"}\n\n{\"a\": \"beta\"}");
        assert_eq!(twice.last(), Some(&(Kind::Structured, Some(1))));
    }

    #[test]
    fn copies_that_are_spelled_the_same_are_told_apart() {
        let spelled = r#"{"a":"beta"}"#;
        let wire = r#"{"content": [{"type": "text", "text": "{\"a\":\"beta\"}"}], "structuredContent": {"a":"beta"}}"#;
        let inside = [
            // The whole result, an object around both, the blocks beside the data, and the text before it.
            r#"{"content":[{"type":"text","text":"{\"a\":\"beta\"}"}],"structuredContent":{"a":"beta"}}"#,
            r#"{"result":"{\"a\":\"beta\"}","structuredContent":{"a":"beta"}}"#,
            "[{\"type\":\"text\",\"text\":\"{\\\"a\\\":\\\"beta\\\"}\"}]\n{\"a\":\"beta\"}",
            &format!("{spelled}\n\n{spelled}"),
        ];
        for arrived in inside {
            let both = [(Kind::Text, Some(1)), (Kind::Structured, Some(1))];
            assert_eq!(seen(wire, arrived), both, "{arrived}");
        }
        let one = [(Kind::Text, Some(1)), (Kind::Structured, Some(0))];
        for arrived in [spelled, r#"{"output":"{\"a\":\"beta\"}"}"#] {
            assert_eq!(seen(wire, arrived), one, "{arrived}");
        }
        let twins = r#"{"content": [{"type": "text", "text": "{\"a\":\"beta\"}"}, {"type": "text", "text": "{\"a\":\"beta\"}"}], "structuredContent": {"a":"beta"}}"#;
        let arrived = format!("{spelled}\n{spelled}");
        let copies: Vec<_> = seen(twins, &arrived).into_iter().map(|(_, copies)| copies).collect();
        assert_eq!(copies, [Some(2), Some(2), Some(0)], "two blocks of one text are no structured content");
    }

    #[test]
    fn a_key_of_the_structure_tells_nothing_of_the_text() {
        let wire = r#"{"content": [{"type": "text", "text": "{\"payload\": \"beta\", \"n\": 7}"}], "structuredContent": {"payload": "beta", "n": 7}}"#;
        assert_eq!(
            seen(wire, r#"{"payload":"beta","n":7}"#),
            [(Kind::Text, Some(0)), (Kind::Structured, Some(1))]
        );
    }

    #[test]
    fn a_cut_has_a_head_and_a_tail() {
        let text: String = (0..400).map(|number| format!("{number:04} ")).collect();
        let wire = format!(r#"{{"content": [{{"type": "text", "text": "{text}"}}]}}"#);
        let arrived = format!("{}…cut…{}", &text[..500], &text[1_900..]);
        let record = Record {
            wire,
            parts: vec![crate::record::Part { text: Some(arrived), ..crate::record::Part::default() }],
            ..Record::default()
        };
        assert_eq!(channels(&record)[0].cut, Some(Cut { head: 500, tail: 100, of: 2_000 }));
    }

    #[test]
    fn a_number_too_short_to_be_known_again_is_not_guessed() {
        assert_eq!(seen(r#"{"content": [], "structuredContent": 7}"#, "7"), [(Kind::Structured, None)]);
    }
}

//! Conversion of content blocks by the rules of a profile.

use std::borrow::Cow;

use super::{Draft, Part, PartKind, digest, mime, sha256, shapes, words};
use crate::content::{BlockKind, ContentBlock};
use crate::json::{Document, Node, Text};
use crate::profile::{Behaviour, BlockName, BlockRule, Case, Emit, Place};
use crate::sdk::print::{Style, print, quoted, write_text};
use crate::sdk::{Shape, models, url};

/// Stands between texts for a part of the tool's message that is no text: a place to put it back.
/// No JSON text and no template holds it, since it is a noncharacter.
const HERE: &str = "\u{ffff}";

pub(super) fn is_place_of_media(text: &str) -> bool {
    text == HERE
}

pub(super) fn convert(draft: &mut Draft<'_, '_>, case: &Case, behaviour: &Behaviour, most: usize) {
    let result = draft.result;
    let mut leads = Vec::new();
    for (index, block) in result.content().take(most).enumerate() {
        let facts = Facts::of(index, block, draft.parsed_urls, behaviour);
        if shapes::hides(behaviour.audience, block) {
            let what = format!("drops block {index}, {}: its audience is not the assistant", facts.label());
            draft.step("blocks", what);
            continue;
        }
        let common = if case.only_these_blocks { &[][..] } else { behaviour.blocks.as_slice() };
        let Some(rule) =
            case.blocks.iter().chain(common).find(|rule| (!rule.first || index == 0) && fits(rule, &facts))
        else {
            draft.step("blocks", format!("drops block {index}, {}", facts.label()));
            continue;
        };
        if rule.emit.is_empty() {
            draft.step("blocks", format!("drops block {index}, {}", facts.label()));
        }
        for emit in &rule.emit {
            match emit {
                Emit::Text(template) => {
                    let text = fill(draft, &facts, template);
                    draft.texts.push(text);
                }
                Emit::Reprinted(style) => {
                    draft.texts.push(reprinted(&fill(draft, &facts, "{text}"), style));
                }
                Emit::Lead(template) => {
                    let text = fill(draft, &facts, template);
                    leads.push(text);
                }
                Emit::Tail(template) => {
                    let text = fill(draft, &facts, template);
                    draft.tails.push(text);
                }
                Emit::Json(style) => {
                    draft.texts.push(printed(draft.shape, block.node, style));
                    if block.meta().is_some() {
                        draft.block_meta.push(index);
                    }
                }
                Emit::Value(style) => {
                    let text = facts.text.map(Text::to_str).unwrap_or_default();
                    let is_open = text.starts_with(['[', '{']);
                    let document = Document::parse(&text).ok().filter(|_| is_open);
                    let text = document.map(|document| print(document.root(), style));
                    if text.is_some() {
                        draft.values.insert(draft.texts.len());
                    }
                    let whole = || facts.text.map(Text::to_str).unwrap_or_default().into_owned();
                    draft.texts.push(text.unwrap_or_else(whole));
                }
                Emit::TextAt { place, text } => {
                    let text = fill(draft, &facts, text);
                    draft.media.push(Part { place: *place, ..Part::text(text) });
                }
                Emit::Words => {
                    draft.texts.push(models::block_words(block));
                    if block.meta().is_some() {
                        draft.block_meta.push(index);
                    }
                }
                Emit::Removed(label) => {
                    draft.removed.insert(label.clone());
                    draft.step("blocks", format!("removes block {index}, {}", facts.label()));
                    continue;
                }
                Emit::Void(place) => {
                    draft.void = Some(*place);
                    continue;
                }
                // A text of nothing is the trace of a block that is dropped.
                Emit::Nothing => {
                    draft.texts.push(String::new());
                    continue;
                }
                Emit::Lines(lines) => {
                    let filled: Vec<String> =
                        lines.iter().filter_map(|line| line_of(draft, &facts, line)).collect();
                    if !filled.is_empty() {
                        draft.texts.push(filled.join("\n"));
                    }
                }
                Emit::JsonReceived(style) => {
                    draft.texts.push(print(block.node, style));
                    if block.meta().is_some() {
                        draft.block_meta.push(index);
                    }
                }
                Emit::JsonMember(member) => draft.texts.extend(shapes::json_member(block.node, member)),
                Emit::JsonPart(part) => {
                    let members =
                        part.members.iter().map(|(key, template)| (key, fill(draft, &facts, template)));
                    let text = shapes::object(members);
                    draft.media.push(Part { mime_type: Some(part.media_type.clone()), ..Part::json(text) });
                    draft.texts.push(HERE.to_owned());
                }
                Emit::MediaAs(converted) => {
                    let part = facts.media(converted.place, emit);
                    draft.media.push(Part { mime_type: Some(converted.media_type.clone()), ..part });
                    if converted.place == Place::ToolMessage {
                        draft.texts.push(HERE.to_owned());
                    }
                }
                // Without a place between the texts it stands behind them.
                Emit::MediaLast => draft.media.push(facts.media(Place::ToolMessage, emit)),
                Emit::EndRun => {
                    draft.ended = true;
                    return;
                }
                Emit::Media(place) | Emit::Untyped(place) | Emit::Url(place) => {
                    draft.media.push(facts.media(*place, emit));
                    if *place == Place::ToolMessage {
                        draft.texts.push(HERE.to_owned());
                    }
                }
                Emit::Fail(template) => {
                    draft.failed = Some(fill(draft, &facts, template));
                    return;
                }
            }
            draft.shown[index] = true;
        }
    }
    draft.texts.splice(0..0, leads);
}

/// Puts media of the tool's message back between the texts.
pub(super) fn interleave(texts: Vec<String>, media: Vec<Part>) -> Vec<Part> {
    let mut media = media.into_iter();
    let mut parts: Vec<Part> = Vec::with_capacity(texts.len());
    for text in texts {
        if text == HERE {
            parts.extend(media.next());
        } else {
            parts.push(Part::text(text));
        }
    }
    parts.extend(media);
    parts
}

/// What rules and templates ask of a block.
struct Facts<'d> {
    index: usize,
    block: ContentBlock<'d>,
    name: BlockName,
    mime: Option<Cow<'d, str>>,
    /// The media type that the server named.
    told: Option<Cow<'d, str>>,
    text: Option<Text<'d>>,
    data: Option<Text<'d>>,
    uri: Option<Cow<'d, str>>,
}

impl<'d> Facts<'d> {
    fn of(index: usize, block: ContentBlock<'d>, parsed_urls: bool, behaviour: &Behaviour) -> Self {
        let mut facts = Self { index, ..Self::of_block(block) };
        facts.told.clone_from(&facts.mime);
        let is_resource = matches!(facts.name, BlockName::EmbeddedText | BlockName::Blob);
        let guesses = behaviour.guesses_media_types && is_resource
            || behaviour.guesses_link_types && facts.name == BlockName::Link;
        if guesses && facts.is_untold() {
            let guessed = facts.uri.as_deref().and_then(mime::guessed);
            facts.mime = guessed.map(|guessed| Cow::Owned(guessed.into_owned()));
        }
        if behaviour.untyped_is_binary && facts.name == BlockName::Blob && facts.is_untold() {
            facts.mime = Some(Cow::Borrowed("application/octet-stream"));
        }
        if parsed_urls {
            let parsed = facts.uri.as_deref().and_then(url::normalised);
            facts.uri = parsed.map(Cow::Owned).or(facts.uri);
        }
        facts
    }

    /// Whether the server named no media type.
    fn is_untold(&self) -> bool {
        self.told.as_deref().is_none_or(str::is_empty)
    }

    fn of_block(block: ContentBlock<'d>) -> Self {
        let name = BlockName::Other;
        let mut facts =
            Self { index: 0, block, name, mime: None, told: None, text: None, data: None, uri: None };
        match block.kind {
            BlockKind::Text(text) => {
                facts.name = BlockName::Text;
                facts.text = Some(text);
            }
            BlockKind::Image { data, mime_type } => {
                facts.name = BlockName::Image;
                (facts.data, facts.mime) = (Some(data), Some(mime_type.to_str()));
            }
            BlockKind::Audio { data, mime_type } => {
                facts.name = BlockName::Audio;
                (facts.data, facts.mime) = (Some(data), Some(mime_type.to_str()));
            }
            BlockKind::ResourceText { uri, text, mime_type } => {
                facts.name = BlockName::EmbeddedText;
                (facts.uri, facts.text) = (Some(uri.to_str()), Some(text));
                facts.mime = mime_type.map(Text::to_str);
            }
            BlockKind::ResourceBlob { uri, blob, mime_type } => {
                facts.name = BlockName::Blob;
                (facts.uri, facts.data) = (Some(uri.to_str()), Some(blob));
                facts.mime = mime_type.map(Text::to_str);
            }
            BlockKind::ResourceLink { uri, .. } => {
                facts.name = BlockName::Link;
                facts.uri = Some(uri.to_str());
                facts.mime = block.node.member("mimeType").and_then(Node::as_str);
            }
            BlockKind::Other => {}
        }
        facts
    }

    fn label(&self) -> Cow<'d, str> {
        self.block.type_name().unwrap_or(Cow::Borrowed("a block without a type"))
    }

    fn part_kind(&self) -> PartKind {
        let family = self.mime.as_deref().and_then(|mime| mime.split('/').next());
        match family.unwrap_or_default().to_ascii_lowercase().as_str() {
            _ if self.name == BlockName::Image => PartKind::Image,
            "image" => PartKind::Image,
            "audio" => PartKind::Audio,
            _ => PartKind::File,
        }
    }

    /// The block as a part; of a link, the provider's form says that it is a picture, and no more.
    fn media(&self, place: Place, emit: &Emit) -> Part {
        let kind = self.part_kind();
        let (is_url, untyped) = (matches!(emit, Emit::Url(_)), matches!(emit, Emit::Untyped(_)));
        let mime_type = match self.mime.clone() {
            _ if untyped => None,
            _ if is_url => (kind == PartKind::Image).then(|| "image".to_owned()),
            mime => mime.map(Cow::into_owned),
        };
        // A link is passed on as it is; its bytes are nobody's here.
        let passed_on = (is_url || self.name == BlockName::Link) && !untyped;
        let uri = self.uri.as_deref().filter(|_| passed_on).map(str::to_owned);
        Part { kind: if untyped { PartKind::File } else { kind }, text: None, mime_type, uri, place }
    }

    fn member(&self, name: &str) -> Cow<'d, str> {
        self.block.node.member(name).and_then(Node::as_str).unwrap_or_default()
    }

    fn begins(&self, beginning: &str) -> bool {
        self.data.is_some_and(|data| data.to_str().starts_with(beginning))
    }

    /// Whether the block, or the resource in it, has a member that is no empty string.
    fn has(&self, name: &str) -> bool {
        let inner = self.block.node.member("resource").and_then(|resource| resource.member(name));
        !self.member(name).is_empty()
            || inner.and_then(Node::as_text).is_some_and(|text| !text.raw().is_empty())
    }
}

fn fits(rule: &BlockRule, facts: &Facts<'_>) -> bool {
    let mime = facts.mime.as_deref().unwrap_or("application/octet-stream");
    let essence = || mime.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let mime = if rule.essence { Cow::Owned(essence()) } else { Cow::Borrowed(mime) };
    let uri = facts.uri.as_deref().unwrap_or_default();
    rule.kind == facts.name
        && (!rule.is_empty || facts.text.or(facts.data).is_none_or(|text| text.raw().is_empty()))
        && (!rule.untold || facts.is_untold())
        && (!rule.is_picture || mime::is_picture(&decoded(facts)))
        && (rule.uri.is_empty() || rule.uri.iter().any(|pattern| fits_uri(pattern, uri)))
        && (rule.mime.is_empty() || rule.mime.iter().any(|pattern| fits_mime(pattern, &mime)))
        && (rule.begins.is_empty() || rule.begins.iter().any(|beginning| facts.begins(beginning)))
        && rule.has.as_deref().is_none_or(|name| facts.has(name))
        && rule.longer_than.is_none_or(|bound| {
            facts.text.is_some_and(|text| text.raw().len() > bound && text.to_str().chars().count() > bound)
        })
        && (!rule.utf8 || String::from_utf8(decoded(facts)).is_ok())
}

fn fits_uri(pattern: &str, uri: &str) -> bool {
    let uri = uri.trim_start().to_ascii_lowercase();
    pattern.strip_suffix('*').map_or(pattern == uri, |start| uri.starts_with(start))
}

fn fits_mime(pattern: &str, mime: &str) -> bool {
    match (pattern.strip_prefix('*'), pattern.strip_suffix('*')) {
        (Some(ending), _) => mime.ends_with(ending),
        (None, Some(family)) => mime.starts_with(family),
        (None, None) => pattern == mime,
    }
}

/// One line; `None` when a placeholder of it comes out empty.
fn line_of<'c>(draft: &Draft<'c, '_>, facts: &Facts<'c>, line: &str) -> Option<String> {
    let slots = line.split('{').skip(1).filter_map(|rest| rest.split_once('}'));
    let mut slots = slots.map(|(name, _)| fill(draft, facts, &format!("{{{name}}}")));
    let complete = slots.all(|value| !value.is_empty());
    complete.then(|| fill(draft, facts, line))
}

/// Fills a template with what is known of the block and of the call.
fn fill<'c>(draft: &Draft<'c, '_>, facts: &Facts<'c>, template: &str) -> String {
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
                quoted(&printed(draft.shape, facts.block.node, &Style::JAVASCRIPT), &Style::JAVASCRIPT)
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
            "bytes" => decoded_length(facts).to_string(),
            "grouped_bytes" => words::grouped(decoded_length(facts)),
            "size" => size_in_words(decoded_length(facts)),
            "length" => facts.data.map_or(0, |data| data.to_str().chars().count()).to_string(),
            "decoded" => String::from_utf8_lossy(&decoded(facts)).into_owned(),
            "digest" => digest::sha1(&decoded(facts), 6),
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

/// A text; if it is JSON, printed again.
pub(super) fn reprinted(text: &str, style: &Style) -> String {
    Document::parse(text).map_or_else(|_| text.to_owned(), |document| print(document.root(), style))
}

/// A string of the block as JSON, with its escapes where no text can stand.
fn quoted_text(text: Option<Text<'_>>) -> String {
    let Some(text) = text else { return "\"\"".to_owned() };
    let mut out = String::new();
    write_text(text, false, &mut out);
    out
}

/// A block as JSON, as the SDK handed it on.
pub(super) fn printed(shape: Option<&'static Shape>, node: Node<'_>, style: &Style) -> String {
    let Some(shape) = shape else { return print(node, style) };
    let mut out = String::new();
    shape.write(node, style, 0, &mut out);
    out
}

fn decoded_length(facts: &Facts<'_>) -> usize {
    let Some(data) = facts.data else { return 0 };
    let data = data.to_str();
    let data = data.trim_end_matches('=');
    data.len() * 3 / 4
}

fn size_in_words(bytes: usize) -> String {
    #[expect(clippy::cast_precision_loss, reason = "one digit after the point is shown")]
    let scaled = |unit: usize| bytes as f64 / unit as f64;
    match bytes {
        0..1_024 => format!("{bytes} B"),
        1_024..1_048_576 => format!("{:.1} KB", scaled(1_024)),
        _ => format!("{:.1} MB", scaled(1_048_576)),
    }
}

/// The decoded base64; what is no base64 is skipped.
fn decoded(facts: &Facts<'_>) -> Vec<u8> {
    let Some(data) = facts.data else { return Vec::new() };
    let (mut bits, mut count) = (0u32, 0);
    let mut bytes = Vec::new();
    for byte in data.to_str().bytes() {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => continue,
        };
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count & 0xff) as u8);
        }
    }
    bytes
}

//! Conversion of content blocks by the rules of a profile.

use std::borrow::Cow;

use super::{Draft, Part, PartKind};
use crate::content::{BlockKind, ContentBlock};
use crate::json::{Document, Node, Text};
use crate::profile::{BlockName, BlockRule, Emit, Place};
use crate::sdk::Shape;
use crate::sdk::print::{Style, print, quoted, write_text};

/// Stands between texts for a part of the tool's message that is no text: a place to put it back.
/// No JSON text and no template holds it, since it is a noncharacter.
const HERE: &str = "\u{ffff}";

pub(super) fn is_place_of_media(text: &str) -> bool {
    text == HERE
}

pub(super) fn convert(draft: &mut Draft<'_, '_>, first: &[BlockRule], then: &[BlockRule], only_first: bool) {
    let result = draft.result;
    let mut leads = Vec::new();
    for (index, block) in result.content().enumerate() {
        let facts = Facts::of(block);
        let common = if only_first { &[][..] } else { then };
        let Some(rule) =
            first.iter().chain(common).find(|rule| (!rule.first || index == 0) && fits(rule, &facts))
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
                Emit::EndRun => {
                    draft.ended = true;
                    return;
                }
                Emit::Media(place) | Emit::Url(place) => {
                    draft.media.push(facts.media(*place, matches!(emit, Emit::Url(_))));
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
    block: ContentBlock<'d>,
    name: BlockName,
    mime: Option<Cow<'d, str>>,
    text: Option<Text<'d>>,
    data: Option<Text<'d>>,
    uri: Option<Text<'d>>,
}

impl<'d> Facts<'d> {
    fn of(block: ContentBlock<'d>) -> Self {
        let mut facts = Self { block, name: BlockName::Other, mime: None, text: None, data: None, uri: None };
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
                (facts.uri, facts.text, facts.mime) = (Some(uri), Some(text), mime_type.map(Text::to_str));
            }
            BlockKind::ResourceBlob { uri, blob, mime_type } => {
                facts.name = BlockName::Blob;
                (facts.uri, facts.data, facts.mime) = (Some(uri), Some(blob), mime_type.map(Text::to_str));
            }
            BlockKind::ResourceLink { uri, .. } => {
                facts.name = BlockName::Link;
                facts.uri = Some(uri);
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
        match self.mime.as_deref().and_then(|mime| mime.split('/').next()) {
            Some("image") => PartKind::Image,
            Some("audio") => PartKind::Audio,
            _ => PartKind::File,
        }
    }

    /// The block as a part; of a link, the provider's form says that it is a picture, and no more.
    fn media(&self, place: Place, is_url: bool) -> Part {
        let kind = self.part_kind();
        let mime_type = if is_url {
            (kind == PartKind::Image).then(|| "image".to_owned())
        } else {
            self.mime.clone().map(Cow::into_owned)
        };
        // A link is passed on as it is; its bytes are nobody's here.
        let uri = self.uri.filter(|_| self.name == BlockName::Link);
        let uri = uri.map(|uri| uri.to_str().into_owned());
        Part { kind, text: None, mime_type, uri, place }
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
    rule.kind == facts.name
        && (rule.mime.is_empty() || rule.mime.iter().any(|pattern| fits_mime(pattern, mime)))
        && (rule.begins.is_empty() || rule.begins.iter().any(|beginning| facts.begins(beginning)))
        && rule.has.as_deref().is_none_or(|name| facts.has(name))
}

fn fits_mime(pattern: &str, mime: &str) -> bool {
    match (pattern.strip_prefix('*'), pattern.strip_suffix('*')) {
        (Some(ending), _) => mime.ends_with(ending),
        (None, Some(family)) => mime.starts_with(family),
        (None, None) => pattern == mime,
    }
}

/// Fills a template in one pass, so that what a server sends is never taken for a placeholder.
fn fill(draft: &Draft<'_, '_>, facts: &Facts<'_>, template: &str) -> String {
    let text = facts.text.map(Text::to_str).unwrap_or_default();
    if template == "{text}" {
        return text.into_owned();
    }
    let mut out = String::with_capacity(template.len() + text.len());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        // A brace of JSON opens no placeholder.
        let is_name = |name: &str| name.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b' ' | b':'));
        let Some((name, after)) = after.split_once('}').filter(|(name, _)| is_name(name)) else {
            out.push('{');
            rest = after;
            continue;
        };
        rest = after;
        match name {
            "text" => out.push_str(&text),
            "text:quoted" => write_quoted(facts.text, &mut out),
            "data:quoted" => write_quoted(facts.data, &mut out),
            "mime:quoted" => {
                out.push_str(&quoted(facts.mime.as_deref().unwrap_or_default(), &Style::JAVASCRIPT));
            }
            "json:quoted" => {
                let json = printed(draft.shape, facts.block.node, &Style::JAVASCRIPT);
                out.push_str(&quoted(&json, &Style::JAVASCRIPT));
            }
            "uri" => out.push_str(&facts.uri.map(Text::to_str).unwrap_or_default()),
            "mime" => out.push_str(facts.mime.as_deref().unwrap_or("application/octet-stream")),
            "name" => out.push_str(&facts.member("name")),
            "label" => {
                let title = facts.member("title");
                out.push_str(&if title.is_empty() { facts.member("name") } else { title });
            }
            "description" => out.push_str(&facts.member("description")),
            "bytes" => out.push_str(&decoded_length(facts).to_string()),
            "size" => out.push_str(&size_in_words(decoded_length(facts))),
            "decoded" => out.push_str(&decoded(facts)),
            "server" => out.push_str(&draft.call.server),
            "tool" => out.push_str(&draft.call.name()),
            unknown => {
                // Placeholders of what nobody can know beforehand stay.
                out.push('{');
                out.push_str(unknown);
                out.push('}');
            }
        }
    }
    out.push_str(rest);
    out
}

/// A text; if it is JSON, printed again.
pub(super) fn reprinted(text: &str, style: &Style) -> String {
    Document::parse(text).map_or_else(|_| text.to_owned(), |document| print(document.root(), style))
}

/// A string of the block as JSON, with its escapes where no text can stand.
fn write_quoted(text: Option<Text<'_>>, out: &mut String) {
    match text {
        Some(text) => write_text(text, false, out),
        None => out.push_str("\"\""),
    }
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

/// Base64 as text; what is no UTF-8 is replaced, what is no base64 is skipped.
fn decoded(facts: &Facts<'_>) -> String {
    let Some(data) = facts.data else { return String::new() };
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
    String::from_utf8_lossy(&bytes).into_owned()
}

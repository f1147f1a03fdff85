//! Conversion of content blocks by the rules of a profile.

use std::borrow::Cow;

use super::{Draft, Part, PartKind};
use crate::content::{BlockKind, ContentBlock};
use crate::json::{Node, Text};
use crate::profile::{BlockName, BlockRule, Emit, Place};
use crate::sdk::print::print;

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
        let Some(rule) = first.iter().chain(common).find(|rule| fits(rule, &facts)) else {
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
                Emit::Lead(template) => {
                    let text = fill(draft, &facts, template);
                    leads.push(text);
                }
                Emit::Json(style) => {
                    draft.texts.push(print(block.node, style));
                    if block.meta().is_some() {
                        draft.block_meta.push(index);
                    }
                }
                Emit::EndRun => {
                    draft.ended = true;
                    return;
                }
                Emit::Media(place) | Emit::Url(place) => {
                    let mime_type = match emit {
                        // The provider's form of a link says that it is a picture, and no more.
                        Emit::Url(_) => (facts.part_kind() == PartKind::Image).then(|| "image".to_owned()),
                        _ => facts.mime.clone().map(Cow::into_owned),
                    };
                    // A link is passed on as it is; its bytes are nobody's here.
                    let uri = facts.uri.filter(|_| facts.name == BlockName::Link);
                    let uri = uri.map(|uri| uri.to_str().into_owned());
                    draft.media.push(Part {
                        kind: facts.part_kind(),
                        text: None,
                        mime_type,
                        uri,
                        place: *place,
                    });
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

    fn member(&self, name: &str) -> Cow<'d, str> {
        self.block.node.member(name).and_then(Node::as_str).unwrap_or_default()
    }
}

fn fits(rule: &BlockRule, facts: &Facts<'_>) -> bool {
    let mime = facts.mime.as_deref().unwrap_or("application/octet-stream");
    rule.kind == facts.name
        && (rule.mime.is_empty() || rule.mime.iter().any(|pattern| fits_mime(pattern, mime)))
        && rule.has.as_deref().is_none_or(|name| !facts.member(name).is_empty())
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
        let Some((name, after)) = after.split_once('}') else {
            out.push('{');
            rest = after;
            continue;
        };
        rest = after;
        match name {
            "text" => out.push_str(&text),
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

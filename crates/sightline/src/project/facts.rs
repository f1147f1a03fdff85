//! What rules and templates ask of a block.

use std::borrow::Cow;

use super::{Part, PartKind, mime};
use crate::content::{BlockKind, ContentBlock};
use crate::json::{Node, Text};
use crate::profile::{Behaviour, BlockName, Emit, Place};
use crate::sdk::{base64, url};

/// One block and what is known of it.
pub(super) struct Facts<'d> {
    pub(super) index: usize,
    pub(super) block: ContentBlock<'d>,
    pub(super) name: BlockName,
    pub(super) mime: Option<Cow<'d, str>>,
    /// The media type that the server named.
    pub(super) told: Option<Cow<'d, str>>,
    pub(super) text: Option<Text<'d>>,
    pub(super) data: Option<Text<'d>>,
    pub(super) uri: Option<Cow<'d, str>>,
}

impl<'d> Facts<'d> {
    pub(super) fn of(
        index: usize,
        block: ContentBlock<'d>,
        parsed_urls: bool,
        behaviour: &Behaviour,
    ) -> Self {
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
    pub(super) fn is_untold(&self) -> bool {
        self.told.as_deref().is_none_or(str::is_empty)
    }

    fn of_block(block: ContentBlock<'d>) -> Self {
        let name = Self::kind_of(&block);
        let mut facts =
            Self { index: 0, block, name, mime: None, told: None, text: None, data: None, uri: None };
        match block.kind {
            BlockKind::Text(text) => {
                facts.text = Some(text);
            }
            BlockKind::Image { data, mime_type } => {
                (facts.data, facts.mime) = (Some(data), Some(mime_type.to_str()));
            }
            BlockKind::Audio { data, mime_type } => {
                (facts.data, facts.mime) = (Some(data), Some(mime_type.to_str()));
            }
            BlockKind::ResourceText { uri, text, mime_type } => {
                (facts.uri, facts.text) = (Some(uri.to_str()), Some(text));
                facts.mime = mime_type.map(Text::to_str);
            }
            BlockKind::ResourceBlob { uri, blob, mime_type } => {
                (facts.uri, facts.data) = (Some(uri.to_str()), Some(blob));
                facts.mime = mime_type.map(Text::to_str);
            }
            BlockKind::ResourceLink { uri, .. } => {
                facts.uri = Some(uri.to_str());
                facts.mime = block.node.member("mimeType").and_then(Node::as_str);
            }
            BlockKind::Other => {}
        }
        facts
    }

    pub(super) fn label(&self) -> Cow<'d, str> {
        self.block.type_name().unwrap_or(Cow::Borrowed("a block without a type"))
    }

    /// The kind under which rules know a block.
    pub(super) fn kind_of(block: &ContentBlock<'d>) -> BlockName {
        match block.kind {
            BlockKind::Text(_) => BlockName::Text,
            BlockKind::Image { .. } => BlockName::Image,
            BlockKind::Audio { .. } => BlockName::Audio,
            BlockKind::ResourceText { .. } => BlockName::EmbeddedText,
            BlockKind::ResourceBlob { .. } => BlockName::Blob,
            BlockKind::ResourceLink { .. } => BlockName::Link,
            BlockKind::Other => BlockName::Other,
        }
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
    pub(super) fn media(&self, place: Place, emit: &Emit) -> Part {
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

    pub(super) fn member(&self, name: &str) -> Cow<'d, str> {
        self.block.node.member(name).and_then(Node::as_str).unwrap_or_default()
    }

    pub(super) fn begins(&self, beginning: &str) -> bool {
        self.data.is_some_and(|data| data.to_str().starts_with(beginning))
    }

    /// Whether the block, or the resource in it, has a member that is no empty string.
    pub(super) fn has(&self, name: &str) -> bool {
        let inner = self.block.node.member("resource").and_then(|resource| resource.member(name));
        !self.member(name).is_empty()
            || inner.and_then(Node::as_text).is_some_and(|text| !text.raw().is_empty())
    }

    /// The size of the decoded data in bytes.
    pub(super) fn decoded_length(&self) -> usize {
        let Some(data) = self.data else { return 0 };
        data.to_str().trim_end_matches('=').len() * 3 / 4
    }

    /// Whether the data are base64 throughout: its letters, and a length that four divides; white space
    /// does not count.
    pub(super) fn is_base64(&self) -> bool {
        let Some(data) = self.data else { return false };
        let data: String = data.to_str().split_whitespace().collect();
        let padding = data.len() - data.trim_end_matches('=').len();
        let mut letters = data.trim_end_matches('=').bytes();
        data.len().is_multiple_of(4)
            && padding <= 2
            && letters.all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/'))
    }

    /// Why Python does not decode the data.
    pub(super) fn base64_problem(&self) -> Option<String> {
        base64::python_problem(&self.data?.to_str())
    }

    /// The decoded base64; what is no base64 is skipped.
    pub(super) fn decoded(&self) -> Vec<u8> {
        let Some(data) = self.data else { return Vec::new() };
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
}

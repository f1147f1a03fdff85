//! Content blocks: one view for each type, and every other block kept as it is.

use std::borrow::Cow;

use crate::json::{Node, Text};

/// One element of `content`.
///
/// A block of a known type whose required fields are missing or of another kind is `Other`.
///
/// ```
/// use sightline::content::{BlockKind, ContentBlock};
/// use sightline::json::Document;
///
/// let document = Document::parse(r#"{"type": "video", "data": "…"}"#).unwrap();
/// let block = ContentBlock::of(document.root());
/// assert!(matches!(block.kind, BlockKind::Other));
/// assert_eq!(block.type_name().unwrap(), "video");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ContentBlock<'d> {
    /// The whole block.
    pub node: Node<'d>,
    /// What it is.
    pub kind: BlockKind<'d>,
}

/// The type of a content block, with the fields that the type requires.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum BlockKind<'d> {
    /// `audio`
    Audio {
        /// Base64.
        data: Text<'d>,
        /// Such as `audio/wav`.
        mime_type: Text<'d>,
    },
    /// `image`
    Image {
        /// Base64.
        data: Text<'d>,
        /// Such as `image/png`.
        mime_type: Text<'d>,
    },
    /// A block of a type, or of a shape, that no published revision defines.
    Other,
    /// `resource` with `text`
    ResourceText {
        /// Where the resource lives.
        uri: Text<'d>,
        /// The embedded text.
        text: Text<'d>,
        /// Media type, when given.
        mime_type: Option<Text<'d>>,
    },
    /// `resource` with `blob`
    ResourceBlob {
        /// Where the resource lives.
        uri: Text<'d>,
        /// Base64.
        blob: Text<'d>,
        /// Media type, when given.
        mime_type: Option<Text<'d>>,
    },
    /// `resource_link`
    ResourceLink {
        /// Where the resource lives.
        uri: Text<'d>,
        /// Its name.
        name: Text<'d>,
    },
    /// `text`
    Text(
        /// The text.
        Text<'d>,
    ),
}

impl<'d> ContentBlock<'d> {
    /// Looks at a value as a content block; total.
    #[must_use]
    pub fn of(node: Node<'d>) -> Self {
        Self { node, kind: BlockKind::of(node).unwrap_or(BlockKind::Other) }
    }

    /// Returns the `type`, when it is a string.
    #[must_use]
    pub fn type_name(self) -> Option<Cow<'d, str>> {
        self.node.member("type").and_then(Node::as_str)
    }

    /// Returns the text of a text block.
    #[must_use]
    pub fn text(self) -> Option<Text<'d>> {
        match self.kind {
            BlockKind::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the audience that the annotation names, or `None` when there is none.
    #[must_use]
    pub fn audience(self) -> Option<Node<'d>> {
        self.node.member("annotations").and_then(|annotations| annotations.member("audience"))
    }

    /// Tells whether an audience is named and that one is not in it; an empty audience is no audience.
    ///
    /// ```
    /// use sightline::content::ContentBlock;
    /// use sightline::json::Document;
    ///
    /// let text = r#"{"type": "text", "text": "hi", "annotations": {"audience": ["user"]}}"#;
    /// let document = Document::parse(text).unwrap();
    /// let block = ContentBlock::of(document.root());
    /// assert!(block.excludes("assistant") && !block.excludes("user"));
    /// ```
    #[must_use]
    pub fn excludes(self, audience: &str) -> bool {
        let Some(node) = self.audience().filter(|node| node.is_array() && !node.is_empty()) else {
            return false;
        };
        !node.items().any(|item| item.as_text().is_some_and(|text| text.is(audience)))
    }

    /// Returns the metadata of the block, or `None` when the key is absent.
    #[must_use]
    pub fn meta(self) -> Option<Node<'d>> {
        self.node.member("_meta")
    }
}

impl<'d> BlockKind<'d> {
    fn of(node: Node<'d>) -> Option<Self> {
        let field = |name: &str| node.member(name).and_then(Node::as_text);
        let type_name = field("type")?.to_str();
        Some(match type_name.as_ref() {
            "text" => Self::Text(field("text")?),
            "image" => Self::Image { data: field("data")?, mime_type: field("mimeType")? },
            "audio" => Self::Audio { data: field("data")?, mime_type: field("mimeType")? },
            "resource_link" => Self::ResourceLink { uri: field("uri")?, name: field("name")? },
            "resource" => {
                let resource = node.member("resource")?;
                let field = |name: &str| resource.member(name).and_then(Node::as_text);
                let (uri, mime_type) = (field("uri")?, field("mimeType"));
                match field("text") {
                    Some(text) => Self::ResourceText { uri, text, mime_type },
                    None => Self::ResourceBlob { uri, blob: field("blob")?, mime_type },
                }
            }
            _ => return None,
        })
    }
}

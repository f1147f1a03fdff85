//! How content blocks are converted: rules that ask for a block, and what one becomes.

use serde::{Deserialize, Serialize};

use crate::sdk::print::Style;

/// How blocks of one kind are converted.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct BlockRule {
    /// Which blocks.
    pub kind: BlockName,
    /// Media types, `type/*` for a family; none means any.
    #[serde(default)]
    pub mime: Vec<String>,
    /// Whether media types are compared without parameters and case of letters.
    #[serde(default)]
    pub essence: bool,
    /// Locations, `ui://*` for all that begin so, in any case of letters; none means any.
    #[serde(default)]
    pub uri: Vec<String>,
    /// Beginnings of the base64 data; none means any.
    #[serde(default)]
    pub begins: Vec<String>,
    /// Whether only the first block of the result fits.
    #[serde(default)]
    pub first: bool,
    /// A member that the block, or the resource in it, must have, and not as an empty string.
    #[serde(default)]
    pub has: Option<String>,
    /// Whether the server must have named no media type.
    #[serde(default)]
    pub untold: bool,
    /// Whether text or data must be empty.
    #[serde(default)]
    pub is_empty: bool,
    /// Whether the data must begin as a picture does (PNG, JPEG, GIF, BMP, WebP).
    #[serde(default)]
    pub is_picture: bool,
    /// How many characters the text must exceed.
    #[serde(default)]
    pub longer_than: Option<usize>,
    /// Whether the decoded data must be UTF-8.
    #[serde(default)]
    pub utf8: bool,
    /// How many bytes the decoded data must exceed.
    #[serde(default)]
    pub over_bytes: Option<usize>,
    /// Whether the data must be base64 throughout: its letters, white space aside, and a length that four
    /// divides.
    #[serde(default)]
    pub base64: bool,
    /// Whether the data must be such that Python's `base64.b64decode` raises an error; `{base64_problem}` is its
    /// wording.
    #[serde(default)]
    pub undecodable: bool,
    /// Whether a `charset` of the media type must be UTF-8 where there is one.
    #[serde(default)]
    pub charset_is_utf8: bool,
    /// Words of which the text must hold one; none means any text.
    #[serde(default)]
    pub contains: Vec<String>,
    /// What comes out, in order; nothing drops the block.
    #[serde(default)]
    pub emit: Vec<Emit>,
}

/// The kinds of block that rules tell apart.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum BlockName {
    /// `audio`
    Audio,
    /// `resource` with `blob`
    Blob,
    /// `resource` with `text`
    EmbeddedText,
    /// `image`
    Image,
    /// `resource_link`
    Link,
    /// Any other block.
    Other,
    /// `text`
    Text,
}

/// What one block becomes.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Emit {
    /// The run ends; the model gets nothing.
    EndRun,
    /// The whole result is replaced by this text.
    Fail(String),
    /// The JSON of the block, as the SDK handed it on.
    Json(Style),
    /// The JSON of the block as received.
    JsonReceived(Style),
    /// The JSON of one member of the block.
    JsonMember(JsonMember),
    /// A JSON object as a part of its own.
    JsonPart(JsonPart),
    /// JSON made of words with placeholders, which stands as it is in a list and among the items of a message.
    Item(String),
    /// A text that goes before all others.
    Lead(String),
    /// A text that goes before all others once; `{types}` stands for the media types of the blocks that have
    /// it, each once.
    LeadOfTypes(String),
    /// The text, or the decoded data of a resource as one; JSON is printed again in this style.
    Reprinted(Style),
    /// A text that stays a part of its own, after the others.
    Tail(String),
    /// A text of several lines; one whose placeholder comes out empty is left out.
    Lines(Vec<String>),
    /// The bytes, as an image, a sound or a file.
    Media(Place),
    /// Nothing; the label is remembered for `all_removed`.
    Removed(String),
    /// The bytes, converted to another media type.
    MediaAs(MediaAs),
    /// The bytes, behind all texts of the tool's message.
    MediaLast,
    /// A text of nothing, which only a separator tells of.
    Nothing,
    /// A text, with placeholders.
    Text(String),
    /// A text at another place than the tool's message.
    TextAt {
        /// Where it stands.
        place: Place,
        /// The text.
        text: String,
    },
    /// A part without media type.
    Untyped(Place),
    /// The link itself, without its media type.
    Url(Place),
    /// The text; the JSON of an array or an object printed again, and a value in a list.
    Value(Style),
    /// Nothing, but a message that would hold it if there were something.
    Void(Place),
    /// The block as Python's `str` writes the model of the Python SDK 1.x.
    Words,
}

/// How one member of a block is printed.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct JsonMember {
    /// Its name.
    pub name: String,
    /// Keys that come first, in this order.
    #[serde(default)]
    pub first: Vec<String>,
    /// Keys that are left out.
    #[serde(default)]
    pub without: Vec<String>,
    /// How it is printed.
    pub style: Style,
}

/// A JSON object that stands for a block.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct JsonPart {
    /// Media type of the part.
    pub media_type: String,
    /// Keys and templates of their values; what comes out empty is left out.
    pub members: Vec<(String, String)>,
}

/// Bytes that are converted.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct MediaAs {
    /// The media type that comes out.
    pub media_type: String,
    /// Where the part stands.
    pub place: Place,
}

/// Where a part stands in the request to the model.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// In the tool's message.
    ToolMessage,
    /// Beside it.
    SiblingPart,
    /// In a message of the user's that follows.
    FollowingUserMessage,
}

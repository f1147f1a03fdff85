//! A lossless JSON document: an arena of spans over the received text.
//!
//! Nothing is converted while reading. A node is a place in the text, so number text, key order,
//! duplicate keys, escapes and white space are exactly the received ones; a document that nobody
//! changed prints as the bytes that came in. This module knows JSON and nothing of MCP.
//!
//! Bounds: [`Limits`] caps the size of the text and the depth of nesting. Reading is iterative, so
//! depth costs memory and never stack.

mod compact;
mod edit;
mod embedded;
mod index;
mod number;
mod parse;
mod split;
mod text;
mod validate;

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::sync::OnceLock;

pub use edit::Edits;
pub(crate) use edit::MadeKey;
pub(crate) use embedded::Spelling;
pub use number::Number;
pub(crate) use number::is_plain as is_plain_number;
pub use split::{Cut, Splitter};
pub use text::{Text, quote};
pub(crate) use text::{escape, push_unit};
pub(crate) use validate::with_fuel;
pub use validate::{InstanceNode, SightlineJson};

/// The bounds that reading a document keeps.
///
/// ```
/// use sightline::json::{Document, Limits};
///
/// let limits = Limits { max_depth: 2, ..Limits::default() };
/// let error = Document::parse_with(b"[[[1]]]", limits).unwrap_err();
/// assert_eq!(error.place().column, 3);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Largest text in bytes; at most 4 GiB - 1, since spans are 32 bits wide. 64 MiB by default.
    pub max_bytes: usize,
    /// Deepest nesting of arrays and objects. 512 by default: four times what `serde_json` reads.
    pub max_depth: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { max_bytes: 64 << 20, max_depth: 512 }
    }
}

/// A place in the text: what an editor shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Byte offset from the start of the text, from 0.
    pub offset: usize,
    /// Line, from 1. Lines end with `\n`.
    pub line: usize,
    /// Column in Unicode scalar values, from 1.
    pub column: usize,
}

impl Place {
    /// Finds line and column of a byte offset.
    ///
    /// ```
    /// let place = sightline::json::Place::of("{\n  \"a\": 1}", 4);
    /// assert_eq!((place.line, place.column), (2, 3));
    /// ```
    #[must_use]
    pub fn of(text: &str, offset: usize) -> Self {
        Self::of_bytes(text.as_bytes(), offset)
    }

    /// Returns the place behind further bytes; a character that they cut counts where it begins.
    ///
    /// ```
    /// use sightline::json::Place;
    ///
    /// let start = Place { offset: 0, line: 1, column: 1 };
    /// assert_eq!(start.after("a\né".as_bytes()), Place { offset: 4, line: 2, column: 2 });
    /// ```
    #[must_use]
    pub fn after(self, bytes: &[u8]) -> Self {
        let lines = memchr::memchr_iter(b'\n', bytes).count();
        let last = memchr::memrchr(b'\n', bytes).map_or(bytes, |at| &bytes[at + 1..]);
        let begins = |byte: &&u8| **byte & 0xc0 != 0x80;
        let characters = last.iter().filter(begins).count();
        let column = if lines == 0 { self.column } else { 1 };
        Self { offset: self.offset + bytes.len(), line: self.line + lines, column: column + characters }
    }

    fn of_bytes(bytes: &[u8], offset: usize) -> Self {
        let offset = offset.min(bytes.len());
        let before = &bytes[..offset];
        let line_start = memchr::memrchr(b'\n', before).map_or(0, |at| at + 1);
        Self {
            offset,
            line: memchr::memchr_iter(b'\n', before).count() + 1,
            column: String::from_utf8_lossy(&before[line_start..]).chars().count() + 1,
        }
    }
}

/// Why a text is no JSON document: a place and a reason.
///
/// ```
/// use sightline::json::Document;
///
/// let error = Document::parse("{\"a\": tru}").unwrap_err();
/// assert_eq!((error.place().line, error.place().column), (1, 7));
/// assert_eq!(error.to_string(), "expected a JSON value at line 1, column 7");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    reason: String,
    place: Place,
}

impl SyntaxError {
    fn at(bytes: &[u8], offset: usize, reason: impl Into<String>) -> Self {
        Self { reason: reason.into(), place: Place::of_bytes(bytes, offset) }
    }

    /// Returns the reason alone, without the place.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// Returns the place at which reading stopped.
    #[must_use]
    pub fn place(&self) -> Place {
        self.place
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} at line {}, column {}", self.reason, self.place.line, self.place.column)
    }
}

impl std::error::Error for SyntaxError {}

/// The six kinds of JSON value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `null`
    Null,
    /// `true` or `false`
    Bool,
    /// A number of any size.
    Number,
    /// A string.
    String,
    /// An array.
    Array,
    /// An object.
    Object,
}

impl Kind {
    /// Returns the JSON Schema name of the kind.
    ///
    /// ```
    /// assert_eq!(sightline::json::Kind::Bool.name(), "boolean");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool => "boolean",
            Self::Number => "number",
            Self::String => "string",
            Self::Array => "array",
            Self::Object => "object",
        }
    }
}

/// One value or key: where it stands, and where the next sibling stands in the arena.
#[derive(Clone, Copy, Debug)]
struct Slot {
    start: u32,
    end: u32,
    /// Index of the slot after this one and all below it.
    next: u32,
    /// Containers: number of items, or of members with shadowed ones left out. Keys: a signature.
    /// Numbers: the value when they are `SMALL`.
    extra: u32,
    kind: Kind,
    flags: u16,
}

/// The string holds at least one escape.
const ESCAPED: u16 = 1;
/// The key stands again later in the same object, and readers see the later one.
const SHADOWED: u16 = 2;
/// The object has an entry in `Document::large`.
const LARGE: u16 = 4;
/// The number is written with one to nine digits and nothing else.
const SMALL: u16 = 8;

/// A number or a string is spelt as not every runtime would print it, or a key stands twice.
pub(crate) const ODD: u16 = 16;
/// White space stands between tokens.
pub(crate) const SPACED: u16 = 32;
/// A string holds a character that is not printable ASCII.
pub(crate) const WIDE: u16 = 64;
/// A key begins with a digit, so JavaScript may move it.
pub(crate) const INDEX_KEY: u16 = 128;
/// Marks of the spelling; a container has those of all that it holds.
const MARKS: u16 = ODD | SPACED | WIDE | INDEX_KEY;

/// Objects from this many members on are looked up by a sorted index.
const LARGE_OBJECT: usize = 48;

/// A JSON text and the places of its values.
///
/// ```
/// use sightline::json::Document;
///
/// let text = r#"{ "n": 12345678901234567890123, "n": 1e400 }"#;
/// let document = Document::parse(text).unwrap();
/// assert_eq!(document.text(), text);
/// assert_eq!(document.root().member("n").unwrap().text(), "1e400"); // the last of duplicates
/// assert_eq!(document.duplicates().count(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct Document<'t> {
    text: Cow<'t, str>,
    slots: Vec<Slot>,
    large: Vec<LargeObject>,
    has_duplicates: bool,
    places: OnceLock<index::Places>,
    above: OnceLock<Vec<index::Above>>,
}

/// Keys of one large object, sorted by hash; shadowed keys are left out.
#[derive(Clone, Debug)]
struct LargeObject {
    slot: u32,
    keys: Vec<(u64, u32)>,
}

impl<'t> Document<'t> {
    /// Reads a JSON text under the default [`Limits`].
    ///
    /// # Errors
    /// The text is no JSON, or breaks a limit; the error names the place.
    pub fn parse(text: &'t str) -> Result<Self, SyntaxError> {
        parse::parse(Cow::Borrowed(text), Limits::default())
    }

    /// Reads bytes under stated limits.
    ///
    /// # Errors
    /// As [`Document::parse`], and also where the bytes are not UTF-8.
    ///
    /// ```
    /// use sightline::json::{Document, Limits};
    ///
    /// let error = Document::parse_with(b"\"\xff\"", Limits::default()).unwrap_err();
    /// assert!(error.to_string().starts_with("byte 0xff is not valid UTF-8"));
    /// ```
    pub fn parse_with(bytes: &'t [u8], limits: Limits) -> Result<Self, SyntaxError> {
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let at = error.valid_up_to();
            let byte = bytes.get(at).copied().unwrap_or_default();
            SyntaxError::at(bytes, at, format!("byte {byte:#04x} is not valid UTF-8"))
        })?;
        parse::parse(Cow::Borrowed(text), limits)
    }

    /// Reads a text and keeps it.
    ///
    /// # Errors
    /// As [`Document::parse`].
    ///
    /// ```
    /// let document = sightline::json::Document::from_string("[1]".to_owned()).unwrap();
    /// assert_eq!(document.root().items().count(), 1);
    /// ```
    pub fn from_string(text: String) -> Result<Document<'static>, SyntaxError> {
        parse::parse(Cow::Owned(text), Limits::default())
    }

    /// Returns the whole text, byte for byte as it was read.
    #[must_use]
    #[inline]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the outermost value.
    #[must_use]
    pub fn root(&self) -> Node<'_> {
        Node { document: self, id: 0 }
    }

    /// Takes a copy of the text, so that the document no longer borrows.
    #[must_use]
    pub fn into_owned(self) -> Document<'static> {
        Document {
            text: Cow::Owned(self.text.into_owned()),
            slots: self.slots,
            large: self.large,
            has_duplicates: self.has_duplicates,
            places: self.places,
            above: self.above,
        }
    }

    /// Returns the members that readers do not see, because their key stands again later.
    pub fn duplicates(&self) -> impl Iterator<Item = Member<'_>> {
        let slots = if self.has_duplicates { self.slots.as_slice() } else { &[] };
        slots.iter().enumerate().filter(|(_, slot)| slot.flags & SHADOWED != 0).map(|(index, _)| {
            let key = u32::try_from(index).unwrap_or(u32::MAX);
            Member { key: self.key_text(key), value: Node { document: self, id: key + 1 }, key_id: key }
        })
    }

    #[inline]
    fn slot(&self, id: u32) -> &Slot {
        // Every id comes from this arena: from the root, or from a sibling link of it.
        &self.slots[id as usize]
    }

    fn above(&self, id: u32) -> Option<index::Above> {
        // Nothing stands above the root.
        let above = self.above.get_or_init(|| index::above(self)).get(id as usize).copied();
        above.filter(|_| id > 0)
    }

    #[inline]
    fn key_text(&self, id: u32) -> Text<'_> {
        let slot = self.slot(id);
        Text::new(&self.text[slot.start as usize + 1..slot.end as usize - 1], slot.flags & ESCAPED != 0)
    }
}

/// One value of a document; cheap to copy.
#[derive(Clone, Copy)]
pub struct Node<'d> {
    document: &'d Document<'d>,
    id: u32,
}

impl fmt::Debug for Node<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.text())
    }
}

/// One member of an object.
#[derive(Clone, Copy, Debug)]
pub struct Member<'d> {
    /// The key.
    pub key: Text<'d>,
    /// The value.
    pub value: Node<'d>,
    key_id: u32,
}

impl Member<'_> {
    /// Tells whether the key stands again later in the same object.
    #[must_use]
    #[inline]
    pub fn is_shadowed(&self) -> bool {
        self.value.document.slot(self.key_id).flags & SHADOWED != 0
    }

    /// Returns the byte range of the key with its quotes.
    #[must_use]
    pub fn key_span(&self) -> Range<usize> {
        let slot = self.value.document.slot(self.key_id);
        slot.start as usize..slot.end as usize
    }
}

impl<'d> Node<'d> {
    #[inline]
    fn slot(self) -> &'d Slot {
        self.document.slot(self.id)
    }

    #[inline]
    fn with(self, id: u32) -> Self {
        Self { document: self.document, id }
    }

    /// Returns the document that the node belongs to.
    #[must_use]
    #[inline]
    pub fn document(self) -> &'d Document<'d> {
        self.document
    }

    /// Returns the kind of value.
    #[must_use]
    #[inline]
    pub fn kind(self) -> Kind {
        self.slot().kind
    }

    /// Tells whether the value is `null`.
    #[must_use]
    #[inline]
    pub fn is_null(self) -> bool {
        self.kind() == Kind::Null
    }

    /// Tells whether the value is an object.
    #[must_use]
    #[inline]
    pub fn is_object(self) -> bool {
        self.kind() == Kind::Object
    }

    /// Tells whether the value is an array.
    #[must_use]
    #[inline]
    pub fn is_array(self) -> bool {
        self.kind() == Kind::Array
    }

    /// Returns the value of `true` or `false`.
    #[must_use]
    #[inline]
    pub fn as_bool(self) -> Option<bool> {
        (self.kind() == Kind::Bool).then(|| self.text() == "true")
    }

    /// Returns the number, as text with exact comparison.
    #[must_use]
    #[inline]
    pub fn as_number(self) -> Option<Number<'d>> {
        (self.kind() == Kind::Number).then(|| Number::new(self.text()))
    }

    /// Returns the string as a view of its escapes.
    #[must_use]
    #[inline]
    pub fn as_text(self) -> Option<Text<'d>> {
        (self.kind() == Kind::String).then(|| self.document.key_text(self.id))
    }

    /// Returns the string decoded; lone surrogates become U+FFFD (see [`Text::is_lossy`]).
    #[must_use]
    #[inline]
    pub fn as_str(self) -> Option<Cow<'d, str>> {
        self.as_text().map(Text::to_str)
    }

    /// Returns the JSON text of the value as received.
    #[must_use]
    #[inline]
    pub fn text(self) -> &'d str {
        &self.document.text[self.span()]
    }

    /// Returns the byte range of the value in the document's text.
    #[must_use]
    #[inline]
    pub fn span(self) -> Range<usize> {
        let slot = self.slot();
        slot.start as usize..slot.end as usize
    }

    /// Tells whether the value, with all that it holds, has none of some marks of spelling.
    #[inline]
    pub(crate) fn is_free_of(self, marks: u16) -> bool {
        self.slot().flags & marks == 0
    }

    /// Tells whether no key of the whole document stands twice in one object.
    #[inline]
    pub(crate) fn has_unique_keys(self) -> bool {
        !self.document.has_duplicates
    }

    /// Returns the offsets in the document of what follows a comma or colon in this value, where no
    /// white space stands between tokens.
    #[inline]
    pub(crate) fn separated(self) -> impl Iterator<Item = usize> {
        let (bytes, slot) = (self.document.text.as_bytes(), self.slot());
        let below = &self.document.slots[self.id as usize + 1..slot.next as usize];
        let starts = below.iter().map(|slot| slot.start as usize);
        // Something stands before what is below a value: the bracket, a comma or a colon.
        starts.filter(|start| matches!(bytes[start - 1], b',' | b':'))
    }

    /// Returns the length of the longest token of a kind in the value, a string's with its quotes. Keys are strings
    /// here, and what readers do not see counts too, so it is a bound that costs one look at each token.
    #[inline]
    pub(crate) fn longest(self, kind: Kind) -> usize {
        let slots = &self.document.slots[self.id as usize..self.slot().next as usize];
        let of_kind = slots.iter().filter(|slot| slot.kind == kind);
        of_kind.map(|slot| slot.end - slot.start).max().unwrap_or_default() as usize
    }

    /// Tells of each array and object of the value how many items it has and how deep it stands, 0 for the value
    /// itself, and returns the bytes of all that stands between brackets, commas and colons.
    #[inline]
    pub(crate) fn measured(self, mut each: impl FnMut(Kind, usize, usize)) -> usize {
        let slots = &self.document.slots[self.id as usize..self.slot().next as usize];
        let mut ends: Vec<u32> = Vec::new();
        let mut bytes = 0;
        for (id, slot) in (self.id..).zip(slots) {
            if !matches!(slot.kind, Kind::Array | Kind::Object) {
                bytes += (slot.end - slot.start) as usize;
                continue;
            }
            while ends.last().is_some_and(|end| *end <= id) {
                ends.pop();
            }
            each(slot.kind, slot.extra as usize, ends.len());
            ends.push(slot.next);
        }
        bytes
    }

    /// Returns line and column of the value.
    #[must_use]
    pub fn place(self) -> Place {
        let places = self.document.places.get_or_init(|| index::Places::of(&self.document.text));
        places.place(&self.document.text, self.slot().start as usize)
    }

    /// Returns the number of items, or of members with duplicates counted once; 0 for scalars.
    #[must_use]
    #[inline]
    pub fn len(self) -> usize {
        match self.kind() {
            Kind::Array | Kind::Object => self.slot().extra as usize,
            Kind::Null | Kind::Bool | Kind::Number | Kind::String => 0,
        }
    }

    /// Tells whether there are no items or members.
    #[must_use]
    #[inline]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Returns the number of values in the subtree, this one included; keys are not counted.
    #[must_use]
    pub fn weight(self) -> usize {
        // Keys are slots too, so this is an upper bound for objects; bounds only need that.
        (self.slot().next - self.id) as usize
    }

    /// Returns how deep arrays and objects nest here; 0 for scalars.
    #[must_use]
    pub fn depth(self) -> usize {
        let mut ends: Vec<u32> = Vec::new();
        let mut deepest = 0;
        for id in self.id..self.slot().next {
            while ends.last().is_some_and(|end| *end <= id) {
                ends.pop();
            }
            let slot = self.document.slot(id);
            if matches!(slot.kind, Kind::Array | Kind::Object) {
                ends.push(slot.next);
                deepest = deepest.max(ends.len());
            }
        }
        deepest
    }

    /// Returns the items of an array in order; nothing for other kinds.
    #[inline]
    pub fn items(self) -> Items<'d> {
        let end = if self.is_array() { self.slot().next } else { self.id + 1 };
        Items { document: self.document, id: self.id + 1, end }
    }

    /// Returns all members of an object in order, shadowed ones too; nothing for other kinds.
    #[inline]
    pub fn all_members(self) -> AllMembers<'d> {
        let end = if self.is_object() { self.slot().next } else { self.id + 1 };
        AllMembers { document: self.document, id: self.id + 1, end }
    }

    /// Returns the members of an object that readers see: of duplicate keys the last.
    #[inline]
    pub fn members(self) -> impl Iterator<Item = Member<'d>> {
        self.all_members().filter(|member| !member.is_shadowed())
    }

    /// Hands on the members of an object that readers see, until there is no answer. A member by itself is large to
    /// move, which counts where little else is done with it.
    #[inline]
    pub(crate) fn try_each_member(
        self,
        mut each: impl FnMut(Text<'d>, Node<'d>) -> Option<()>,
    ) -> Option<()> {
        let AllMembers { document, mut id, end } = self.all_members();
        while id < end {
            let value = Node { document, id: id + 1 };
            if document.slot(id).flags & SHADOWED == 0 {
                each(document.key_text(id), value)?;
            }
            id = value.slot().next;
        }
        Some(())
    }

    /// Returns the member of that name, of duplicate keys the last; `None` when absent or no object.
    ///
    /// ```
    /// let document = sightline::json::Document::parse(r#"{"a": null}"#).unwrap();
    /// assert!(document.root().member("a").unwrap().is_null()); // null is present
    /// assert!(document.root().member("b").is_none());
    /// ```
    #[must_use]
    #[inline]
    pub fn member(self, name: &str) -> Option<Node<'d>> {
        self.find(text::signature(name.as_bytes()), name).map(|key| self.with(key + 1))
    }

    #[inline]
    fn find(self, signature: u32, name: &str) -> Option<u32> {
        if self.slot().flags & LARGE != 0 {
            return self.find_large(text::hash(name.as_bytes()), |key| key.is(name));
        }
        let end = if self.is_object() { self.slot().next } else { return None };
        let mut id = self.id + 1;
        while id < end {
            let slot = self.document.slot(id);
            let same = slot.flags & SHADOWED == 0
                && (slot.flags & ESCAPED != 0 || slot.extra == signature)
                && self.document.key_text(id).is(name);
            if same {
                return Some(id);
            }
            id = self.document.slot(id + 1).next;
        }
        None
    }

    fn find_large(self, hash: u64, is_same: impl Fn(Text<'d>) -> bool) -> Option<u32> {
        let large = &self.document.large;
        let at = large.binary_search_by_key(&self.id, |object| object.slot).ok()?;
        let keys = &large.get(at)?.keys;
        let first = keys.partition_point(|(other, _)| *other < hash);
        keys.get(first..)?
            .iter()
            .take_while(|(other, _)| *other == hash)
            .find(|(_, id)| is_same(self.document.key_text(*id)))
            .map(|(_, id)| *id)
    }

    /// Returns the member whose key is the same code units, lone surrogates included.
    fn member_of_key(self, key: Text<'_>) -> Option<Node<'d>> {
        if !key.is_lossy() {
            return self.member(&key.to_str());
        }
        if self.slot().flags & LARGE != 0 {
            let found = self.find_large(text::hash_text(key), |other| other.same_as(key));
            return found.map(|key| self.with(key + 1));
        }
        self.members().find(|member| member.key.same_as(key)).map(|member| member.value)
    }

    /// Returns the node at a JSON pointer (RFC 6901) below this one.
    ///
    /// ```
    /// let document = sightline::json::Document::parse(r#"{"a/b": [10, 20]}"#).unwrap();
    /// assert_eq!(document.root().at("/a~1b/1").unwrap().text(), "20");
    /// assert!(document.root().at("/a~1b/2").is_none());
    /// ```
    #[must_use]
    pub fn at(self, pointer: &str) -> Option<Node<'d>> {
        if pointer.is_empty() {
            return Some(self);
        }
        let mut node = self;
        for token in pointer.strip_prefix('/')?.split('/') {
            let name = token.replace("~1", "/").replace("~0", "~");
            node = match node.kind() {
                Kind::Object => match node.member(&name) {
                    Some(value) => value,
                    // A pointer cannot spell a lone surrogate, so such a key is found by how it shows.
                    None if name.contains('\u{fffd}') => {
                        node.members().find(|member| member.key.to_str() == name)?.value
                    }
                    None => return None,
                },
                Kind::Array => node.items().nth(array_index(&name)?)?,
                Kind::Null | Kind::Bool | Kind::Number | Kind::String => return None,
            };
        }
        Some(node)
    }

    /// Returns the JSON pointer of this node from the root of its document.
    ///
    /// ```
    /// let document = sightline::json::Document::parse(r#"{"a/b": [10, 20]}"#).unwrap();
    /// let node = document.root().at("/a~1b/1").unwrap();
    /// assert_eq!(node.pointer(), "/a~1b/1");
    /// ```
    #[must_use]
    pub fn pointer(self) -> String {
        let mut tokens = Vec::new();
        let mut node = self;
        while let Some(above) = self.document.above(node.id) {
            let container = node.with(above.container);
            tokens.push(if container.is_object() {
                // The key of a value is the slot before it.
                escape_token(&self.document.key_text(node.id - 1).to_str())
            } else {
                above.index.to_string()
            });
            node = container;
        }
        tokens.iter().rev().flat_map(|token| ["/", token]).collect()
    }

    /// Returns the array or object that holds this value; `None` for the outermost one.
    #[must_use]
    pub fn parent(self) -> Option<Node<'d>> {
        self.document.above(self.id).map(|above| self.with(above.container))
    }

    /// Tells whether two values are equal: numbers by exact value, objects without regard to order.
    ///
    /// ```
    /// use sightline::json::Document;
    ///
    /// let left = Document::parse(r#"{"a": 1.0, "b": [1e2]}"#).unwrap();
    /// let right = Document::parse(r#"{"b":[100],"a":1}"#).unwrap();
    /// assert!(left.root().equals(right.root()));
    /// ```
    #[must_use]
    pub fn equals(self, other: Node<'_>) -> bool {
        self.text() == other.text() || self.has_value_of(other)
    }

    fn has_value_of(self, other: Node<'_>) -> bool {
        // Recursion is bounded by `Limits::max_depth`.
        match (self.kind(), other.kind()) {
            (Kind::Null, Kind::Null) => true,
            (Kind::Bool, Kind::Bool) => self.text() == other.text(),
            (Kind::Number, Kind::Number) => self.as_number() == other.as_number(),
            (Kind::String, Kind::String) => match (self.as_text(), other.as_text()) {
                (Some(left), Some(right)) => left.same_as(right),
                _ => false,
            },
            (Kind::Array, Kind::Array) => {
                self.len() == other.len()
                    && self.items().zip(other.items()).all(|(left, right)| left.has_value_of(right))
            }
            (Kind::Object, Kind::Object) => {
                self.len() == other.len()
                    && self.members().all(|member| {
                        other.member_of_key(member.key).is_some_and(|value| member.value.has_value_of(value))
                    })
            }
            _ => false,
        }
    }

    /// Returns the value as `serde_json` holds it: numbers past its range are bent, lone surrogates lost.
    ///
    /// ```
    /// let document = sightline::json::Document::parse(r#"{"a": [1, null]}"#).unwrap();
    /// assert_eq!(document.root().to_value(), serde_json::json!({"a": [1, null]}));
    /// ```
    #[must_use]
    pub fn to_value(self) -> serde_json::Value {
        use serde_json::Value;
        match self.kind() {
            Kind::Null => Value::Null,
            Kind::Bool => Value::Bool(self.text() == "true"),
            Kind::Number => Value::Number(Number::new(self.text()).to_serde()),
            Kind::String => Value::String(self.as_str().unwrap_or_default().into_owned()),
            Kind::Array => Value::Array(self.items().map(Node::to_value).collect()),
            Kind::Object => Value::Object(
                self.members()
                    .map(|member| (member.key.to_str().into_owned(), member.value.to_value()))
                    .collect(),
            ),
        }
    }
}

/// The items of an array.
#[derive(Clone, Debug)]
pub struct Items<'d> {
    document: &'d Document<'d>,
    id: u32,
    end: u32,
}

impl<'d> Iterator for Items<'d> {
    type Item = Node<'d>;

    #[inline]
    fn next(&mut self) -> Option<Node<'d>> {
        if self.id >= self.end {
            return None;
        }
        let node = Node { document: self.document, id: self.id };
        self.id = node.slot().next;
        Some(node)
    }
}

/// The members of an object, shadowed ones too.
#[derive(Clone, Debug)]
pub struct AllMembers<'d> {
    document: &'d Document<'d>,
    id: u32,
    end: u32,
}

impl<'d> Iterator for AllMembers<'d> {
    type Item = Member<'d>;

    #[inline]
    fn next(&mut self) -> Option<Member<'d>> {
        if self.id >= self.end {
            return None;
        }
        let key_id = self.id;
        let value = Node { document: self.document, id: key_id + 1 };
        self.id = value.slot().next;
        Some(Member { key: self.document.key_text(key_id), value, key_id })
    }
}

/// Escapes one reference token of a JSON pointer.
///
/// ```
/// assert_eq!(sightline::json::escape_token("a/b~c"), "a~1b~0c");
/// ```
#[must_use]
pub fn escape_token(token: &str) -> String {
    token.replace('~', "~0").replace('/', "~1")
}

fn array_index(token: &str) -> Option<usize> {
    let canonical =
        token == "0" || (!token.starts_with('0') && token.bytes().all(|byte| byte.is_ascii_digit()));
    if canonical { token.parse().ok() } else { None }
}

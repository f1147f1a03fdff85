//! Edits: a span and its new bytes. All bytes outside the edits stay as they were received.

use std::ops::Range;

use super::{Document, Node, quote};

/// Changes to a document, collected and then applied at once.
///
/// ```
/// use sightline::json::{Document, Edits};
///
/// let document = Document::parse(r#"{ "a": 1.0,  "b": [2] , "c": 3 }"#).unwrap();
/// let mut edits = Edits::new(&document);
/// edits.replace(document.root().at("/b/0").unwrap(), "20");
/// edits.remove(document.root().at("/a").unwrap());
/// edits.insert_member(document.root(), "d", "null");
/// assert_eq!(edits.finish(), r#"{ "b": [20] , "c": 3 , "d": null }"#);
/// ```
#[derive(Clone, Debug)]
pub struct Edits<'d> {
    document: &'d Document<'d>,
    changes: Vec<Edit>,
    wraps: Vec<Wrap<'d>>,
    removed: Vec<Node<'d>>,
    added: Vec<Added<'d>>,
    made: Vec<MadeKey<'d>>,
}

/// A key that edits make.
#[derive(Clone, Debug)]
pub(crate) struct MadeKey<'d> {
    /// The object in which it stands from then on.
    pub(crate) object: Node<'d>,
    /// The key.
    pub(crate) key: String,
    /// What the key was before, where a member is renamed.
    pub(crate) before: Option<String>,
}

#[derive(Clone, Debug)]
struct Edit {
    span: Range<usize>,
    text: String,
}

#[derive(Clone, Debug)]
struct Wrap<'d> {
    node: Node<'d>,
    before: String,
    after: String,
}

#[derive(Clone, Debug)]
struct Added<'d> {
    container: Node<'d>,
    text: String,
}

impl<'d> Edits<'d> {
    /// Starts with no change.
    #[must_use]
    pub fn new(document: &'d Document<'d>) -> Self {
        Self {
            document,
            changes: Vec::new(),
            wraps: Vec::new(),
            removed: Vec::new(),
            added: Vec::new(),
            made: Vec::new(),
        }
    }

    /// Tells whether nothing is to be changed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty() && self.wraps.is_empty() && self.removed.is_empty() && self.added.is_empty()
    }

    /// Puts JSON text in the place of a value.
    pub fn replace(&mut self, node: Node<'d>, json: impl Into<String>) {
        self.changes.push(Edit { span: node.span(), text: json.into() });
    }

    /// Puts text before and after a value, as in `{"result":` and `}`; a later wrapping goes around an
    /// earlier one, and a value that is removed takes its wrappings along.
    pub fn wrap(&mut self, node: Node<'d>, before: impl Into<String>, after: impl Into<String>) {
        self.wraps.push(Wrap { node, before: before.into(), after: after.into() });
    }

    /// Renames the key of a member; every spelling of the key in that object is renamed.
    pub fn rename(&mut self, object: Node<'d>, key: &str, new_key: &str) {
        for member in object.all_members().filter(|member| member.key.is(key)) {
            self.changes.push(Edit { span: member.key_span(), text: quote(new_key) });
        }
        self.made.push(MadeKey { object, key: new_key.to_owned(), before: Some(key.to_owned()) });
    }

    /// Removes a member or an item, with its comma; the outermost value cannot be removed.
    pub fn remove(&mut self, node: Node<'d>) {
        if node.parent().is_some() && !self.removed.iter().any(|other| other.id == node.id) {
            self.removed.push(node);
        }
    }

    /// Removes every member of that key: were only the visible one removed, readers would see one that
    /// it shadowed.
    ///
    /// ```
    /// use sightline::json::{Document, Edits};
    ///
    /// let document = Document::parse(r#"{"a": 1, "b": 2, "a": 3}"#).unwrap();
    /// let mut edits = Edits::new(&document);
    /// edits.remove_key(document.root(), "a");
    /// assert_eq!(edits.finish(), r#"{"b": 2}"#);
    /// ```
    pub fn remove_key(&mut self, object: Node<'d>, key: &str) {
        object.all_members().filter(|member| member.key.is(key)).for_each(|member| self.remove(member.value));
    }

    /// Adds a member at the end of an object.
    pub fn insert_member(&mut self, object: Node<'d>, key: &str, json: &str) {
        let space = colon_space(object);
        let text = format!("{}:{space}{json}", quote(key));
        self.added.push(Added { container: object, text });
        self.made.push(MadeKey { object, key: key.to_owned(), before: None });
    }

    /// Returns the keys that are made.
    pub(crate) fn made(&self) -> &[MadeKey<'d>] {
        &self.made
    }

    /// Tells whether a key that is made would stand twice in its object: readers take the last of two,
    /// and what stands under the other is lost to them.
    pub(crate) fn doubles_a_key(&self) -> bool {
        self.made.iter().enumerate().any(|(index, made)| {
            let is_there = |other: &MadeKey<'_>| other.object.id == made.object.id;
            let goes = |id: u32| {
                let is_renamed = |other: &MadeKey<'_>| other.before.as_ref() == Some(&made.key);
                self.removed.iter().any(|node| node.id == id)
                    || self.made.iter().any(|other| is_there(other) && is_renamed(other))
            };
            let mut standing = made.object.all_members().filter(|member| member.key.is(&made.key));
            standing.any(|member| !goes(member.value.id))
                || self.made.iter().take(index).any(|other| is_there(other) && other.key == made.key)
        })
    }

    /// Adds an item at the end of an array.
    pub fn push_item(&mut self, array: Node<'d>, json: impl Into<String>) {
        self.added.push(Added { container: array, text: json.into() });
    }

    /// Returns the changed text. Of edits that overlap, the one that covers the other wins.
    #[must_use]
    pub fn finish(self) -> String {
        let whole = 0..self.document.text().len();
        self.finish_range(whole)
    }

    /// Returns the changed text of one value of the document; edits outside of it are left out.
    ///
    /// ```
    /// use sightline::json::{Document, Edits};
    ///
    /// let document = Document::parse(r#"{"tool": {"name": "a"}, "result": {}}"#).unwrap();
    /// let mut edits = Edits::new(&document);
    /// edits.replace(document.root().at("/tool/name").unwrap(), "\"b\"");
    /// assert_eq!(edits.finish_within(document.root().at("/tool").unwrap()), r#"{"name": "b"}"#);
    /// ```
    #[must_use]
    pub fn finish_within(self, node: Node<'d>) -> String {
        self.finish_range(node.span())
    }

    /// Returns where in the document which text takes the place of another, in order and apart.
    ///
    /// ```
    /// use sightline::json::{Document, Edits};
    ///
    /// let document = Document::parse("[1, 2]").unwrap();
    /// let mut edits = Edits::new(&document);
    /// edits.remove(document.root().at("/0").unwrap());
    /// assert_eq!(edits.into_spans(), [(1..4, String::new())]);
    /// ```
    #[must_use]
    pub fn into_spans(mut self) -> Vec<(Range<usize>, String)> {
        self.settle();
        let mut at = 0;
        let mut spans = Vec::new();
        for edit in self.changes {
            if edit.span.start >= at {
                at = edit.span.end;
                spans.push((edit.span, edit.text));
            }
        }
        spans
    }

    fn finish_range(mut self, range: Range<usize>) -> String {
        self.settle();
        let text = self.document.text();
        let mut out = String::with_capacity(range.len() + 64);
        let mut at = range.start;
        for edit in &self.changes {
            if edit.span.start < at || edit.span.end > range.end {
                continue;
            }
            out.push_str(&text[at..edit.span.start]);
            out.push_str(&edit.text);
            at = edit.span.end;
        }
        out.push_str(&text[at..range.end]);
        out
    }

    /// Turns all that was asked for into edits, in the order in which they are applied.
    fn settle(&mut self) {
        self.place_wraps();
        let mut containers: Vec<Node<'d>> = self
            .removed
            .iter()
            .filter_map(|node| node.parent())
            .chain(self.added.iter().map(|added| added.container))
            .collect();
        containers.sort_by_key(|container| container.id);
        containers.dedup_by_key(|container| container.id);
        for container in containers {
            self.edit_container(container);
        }
        // Stable: edits of the same place keep their order. An insertion comes before what starts where
        // it stands, and a wider edit before what it covers.
        // Of edits of the same span a removal, which has no text, comes first and wins.
        self.changes.sort_by_key(|edit| {
            (edit.span.start, !edit.span.is_empty(), std::cmp::Reverse(edit.span.end), !edit.text.is_empty())
        });
    }

    /// Turns wrappings into edits: of one value the last comes first before it, and last after it.
    fn place_wraps(&mut self) {
        let removed = &self.removed;
        let mut wraps = std::mem::take(&mut self.wraps);
        wraps.retain(|wrap| !removed.iter().any(|node| node.id == wrap.node.id));
        for wrap in wraps.iter().rev() {
            let start = wrap.node.span().start;
            self.changes.push(Edit { span: start..start, text: wrap.before.clone() });
        }
        for wrap in wraps {
            let end = wrap.node.span().end;
            self.changes.push(Edit { span: end..end, text: wrap.after });
        }
    }

    /// Turns removals and additions of one container into edits, so that its commas stay right.
    fn edit_container(&mut self, container: Node<'d>) {
        let children = child_spans(container);
        let is_removed = |id: u32| self.removed.iter().any(|node| node.id == id);
        let mut kept_before = false;
        let mut removals = Vec::new();
        for (index, (id, span)) in children.iter().enumerate() {
            if !is_removed(*id) {
                kept_before = true;
                continue;
            }
            let start = match index.checked_sub(1).and_then(|before| children.get(before)) {
                Some((_, before)) if kept_before => before.end,
                _ => span.start,
            };
            let end = match children.get(index + 1) {
                Some((_, after)) if !kept_before => after.start,
                _ => span.end,
            };
            removals.push(Edit { span: start..end, text: String::new() });
        }
        let separator = separator(container, &children);
        let mut first = !kept_before;
        let end = children.last().map_or(container.span().start + 1, |(_, span)| span.end);
        let mut insertion = String::new();
        for added in self.added.iter().filter(|added| added.container.id == container.id) {
            if !first {
                insertion.push_str(&separator);
            }
            first = false;
            insertion.push_str(&added.text);
        }
        self.changes.append(&mut removals);
        if !insertion.is_empty() {
            self.changes.push(Edit { span: end..end, text: insertion });
        }
    }
}

/// The children of a container with the spans that a removal takes: members with their keys.
fn child_spans(container: Node<'_>) -> Vec<(u32, Range<usize>)> {
    let items = container.items().map(|item| (item.id, item.span()));
    let members = container
        .all_members()
        .map(|member| (member.value.id, member.key_span().start..member.value.span().end));
    items.chain(members).collect()
}

/// The text between two children as this container writes it; beside one child, a comma and the white
/// space that stands before that.
fn separator(container: Node<'_>, children: &[(u32, Range<usize>)]) -> String {
    let text = container.document.text();
    match children {
        [.., (_, before), (_, last)] => text[before.end..last.start].to_owned(),
        [(_, only)] => format!(",{}", &text[container.span().start + 1..only.start]),
        [] => ",".to_owned(),
    }
}

/// The white space that this object writes after its colons.
fn colon_space(object: Node<'_>) -> &str {
    let Some(member) = object.all_members().last() else { return "" };
    let between = &object.document.text()[member.key_span().end..member.value.span().start];
    between.split_once(':').map_or("", |(_, space)| space)
}

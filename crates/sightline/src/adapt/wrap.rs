//! Wrapping an output schema into `{"result": …}`, so that older peers find an object at the root.
//!
//! References move with what they point at. They are rewritten by position: a `$ref` inside `const`,
//! `enum`, `default` or `examples` is data, and a property may be named `$ref`. Below an `$id` that
//! sets a base nothing is rewritten, because references there never meant the outer root.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::json::{Edits, Node, quote};
use crate::schema::walk::{local_pointer, sets_base, subschemas};
use crate::tool::Tool;

/// The name of the member that holds the natural value; what the official SDKs use.
pub const FIELD: &str = "result";

/// Marks a definition whose schema was wrapped here, in its `_meta`, so that it may be unwrapped again.
/// The schema itself is exactly what the official SDKs send.
pub const MARK: &str = "sightline/wrapped";

/// The mark that FastMCP servers write into a schema that they wrapped.
const FASTMCP_MARK: &str = "x-fastmcp-wrap-result";

/// Tells whether a schema has a root that older revisions take: `type` is the string `object`.
///
/// ```
/// use sightline::adapt::has_object_root;
/// use sightline::json::Document;
///
/// let of = |text| has_object_root(Document::parse(text).unwrap().root());
/// assert!(of(r#"{"type": "object"}"#));
/// assert!(!of(r#"{"type": ["object", "null"]}"#));
/// assert!(!of(r##"{"$ref": "#/$defs/a"}"##));
/// ```
#[must_use]
pub fn has_object_root(schema: Node<'_>) -> bool {
    schema.member("type").and_then(Node::as_text).is_some_and(|name| name.is("object"))
}

/// Tells whether a mark proves that the output schema of a tool is a wrapper of another one.
///
/// ```
/// use sightline::adapt::is_marked;
/// use sightline::json::Document;
/// use sightline::tool::Tool;
///
/// let of = |text: &str| is_marked(Tool::of(Document::parse(text).unwrap().root()));
/// let schema = r#""outputSchema":{"type":"object","properties":{"result":{}},"required":["result"]}"#;
/// assert!(of(&format!(r#"{{{schema},"_meta":{{"sightline/wrapped":true}}}}"#)));
/// // A schema may have a member of that name and be none.
/// assert!(!of(&format!("{{{schema}}}")));
/// ```
#[must_use]
pub fn is_marked(tool: Tool<'_>) -> bool {
    let marked = |node: Option<Node<'_>>, name: &str| {
        node.and_then(|node| node.member(name)).and_then(Node::as_bool) == Some(true)
    };
    let schema = tool.output_schema();
    let is_proven = marked(schema, FASTMCP_MARK) || marked(tool.node().member("_meta"), MARK);
    is_proven && schema.is_some_and(|schema| natural_of(schema).is_some())
}

/// Returns the schema inside a wrapper.
pub(super) fn natural_of(schema: Node<'_>) -> Option<Node<'_>> {
    let properties = schema.member("properties").filter(|properties| properties.len() == 1)?;
    properties.member(FIELD)
}

/// Returns the text of the wrapper around a schema; `$schema` moves to the wrapper.
///
/// ```
/// use sightline::adapt::wrap_schema;
/// use sightline::json::Document;
///
/// let schema = Document::parse(r##"{"type":"array","items":{"$ref":"#"}}"##).unwrap();
/// assert_eq!(
///     wrap_schema(schema.root()),
///     r##"{"type":"object","properties":{"result":{"type":"array","items":{"$ref":"#/properties/result"}}},"required":["result"]}"##
/// );
/// ```
#[must_use]
pub fn wrap_schema(schema: Node<'_>) -> String {
    wrapped(schema).text
}

/// A schema inside its wrapper.
pub(super) struct Wrapped {
    pub(super) text: String,
    /// Whether a `$recursiveRef` became a `$ref`, which unwrapping cannot tell from other ones.
    pub(super) has_renamed: bool,
}

pub(super) fn wrapped(schema: Node<'_>) -> Wrapped {
    let mut edits = Edits::new(schema.document());
    let mut dialect = String::new();
    if let Some(declared) = schema.member("$schema") {
        dialect = format!("\"$schema\":{},", declared.text());
        edits.remove(declared);
    }
    let mut has_renamed = false;
    if !sets_base(schema) {
        let references = references(schema, "", Dialect::of(schema));
        has_renamed = references.iter().any(|reference| reference.recursive_in.is_some());
        rewrite(&references, &mut edits, |fragment| Some(format!("/properties/{FIELD}{fragment}")));
    }
    let text = format!(
        "{{{dialect}\"type\":\"object\",\"properties\":{{\"{FIELD}\":{}}},\"required\":[\"{FIELD}\"]}}",
        edits.finish_within(schema)
    );
    Wrapped { text, has_renamed }
}

/// The keywords besides `$ref` that refer, by what the dialect knows; an unknown keyword is data.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Dialect {
    /// 2020-12, and what declares nothing.
    Newest,
    /// 2019-09
    Recursive,
    /// draft-07 and before.
    Older,
}

impl Dialect {
    fn of(schema: Node<'_>) -> Self {
        let declared = schema.member("$schema").and_then(Node::as_str).unwrap_or_default();
        if declared.contains("2019-09") {
            Self::Recursive
        } else if declared.contains("/draft-0") {
            Self::Older
        } else {
            Self::Newest
        }
    }

    fn keywords(self) -> &'static [&'static str] {
        match self {
            Self::Newest => &["$ref", "$dynamicRef"],
            Self::Recursive => &["$ref", "$recursiveRef"],
            Self::Older => &["$ref"],
        }
    }
}

/// Returns the text of the schema inside a wrapper, or `None` for what has not the form of one. Whether
/// it is one, a mark tells or who wrapped it: a schema with a member `result` looks the same.
///
/// ```
/// use sightline::adapt::{unwrap_schema, wrap_schema};
/// use sightline::json::Document;
///
/// let natural = r##"{"$schema":"https://json-schema.org/draft/2020-12/schema","items":{"$ref":"#"}}"##;
/// let wrapped = wrap_schema(Document::parse(natural).unwrap().root());
/// let back = unwrap_schema(Document::parse(&wrapped).unwrap().root()).unwrap();
/// assert!(Document::parse(&back).unwrap().root().equals(Document::parse(natural).unwrap().root()));
/// ```
#[must_use]
pub fn unwrap_schema(schema: Node<'_>) -> Option<String> {
    let natural = natural_of(schema)?;
    let mut edits = Edits::new(schema.document());
    let prefix = format!("/properties/{FIELD}");
    if !sets_base(natural) {
        let inside = references(natural, &prefix, Dialect::of(schema));
        rewrite(&inside, &mut edits, |fragment| fragment.strip_prefix(&prefix).map(str::to_owned));
    }
    let is_undeclared = natural.is_object() && natural.member("$schema").is_none();
    if let Some(dialect) = schema.member("$schema").filter(|_| is_undeclared) {
        edits.insert_member(natural, "$schema", dialect.text());
    }
    Some(edits.finish_within(natural))
}

/// One reference of a schema that is a fragment of its own document.
struct Reference<'d> {
    /// The whole member's value.
    value: Node<'d>,
    /// What stands behind the `#`: empty, or a JSON pointer. Anchors are names and do not move.
    fragment: Cow<'d, str>,
    /// `$recursiveRef` knows only `#`, so it becomes a `$ref` when its target moves.
    recursive_in: Option<Node<'d>>,
}

/// Finds the references that move with the root, each once; the walk follows them, since a target
/// may stand where no keyword of the dialect would look. `prefix` is where the root stands now.
fn references<'d>(root: Node<'d>, prefix: &str, dialect: Dialect) -> Vec<Reference<'d>> {
    let mut found: Vec<Reference<'_>> = Vec::new();
    let mut seen: HashSet<usize> = HashSet::new();
    let mut open = vec![root];
    while let Some(schema) = open.pop() {
        // The start of a value is its identity within the document.
        if !schema.is_object() || !seen.insert(schema.span().start) {
            continue;
        }
        // In draft-07 a `$ref` hides what stands beside it, an `$id` too.
        let is_hidden = dialect == Dialect::Older && schema.member("$ref").is_some();
        if schema.span() != root.span() && sets_base(schema) && !is_hidden {
            continue;
        }
        for keyword in dialect.keywords() {
            let Some(value) = schema.member(keyword) else { continue };
            let Some(text) = value.as_str() else { continue };
            let Some(pointer) = local_pointer(value) else { continue };
            let fragment = text.trim_start_matches('#').to_owned();
            open.extend(pointer.strip_prefix(prefix).and_then(|below| root.at(below)));
            let recursive_in = (*keyword == "$recursiveRef").then_some(schema);
            found.push(Reference { value, fragment: fragment.into(), recursive_in });
        }
        open.extend(subschemas(schema));
    }
    found
}

/// Applies a new fragment to each reference; `None` leaves it alone.
fn rewrite<'d>(references: &[Reference<'d>], edits: &mut Edits<'d>, to: impl Fn(&str) -> Option<String>) {
    for reference in references {
        let Some(fragment) = to(&reference.fragment) else { continue };
        edits.replace(reference.value, quote(&format!("#{fragment}")));
        if let Some(schema) = reference.recursive_in {
            edits.rename(schema, "$recursiveRef", "$ref");
        }
    }
}

//! Tool definitions: one entry of a `tools/list` result, as it was received.

use std::borrow::Cow;

use crate::json::{Member, Node};

/// One tool definition; broken ones are views too, so that one never hides the others.
///
/// ```
/// use sightline::json::Document;
/// use sightline::tool::Tool;
///
/// let document = Document::parse(r#"{"name": "ping", "outputSchema": null}"#).unwrap();
/// let tool = Tool::of(document.root());
/// assert_eq!(tool.name().unwrap(), "ping");
/// assert!(tool.output_schema().unwrap().is_null());
/// assert!(tool.is_visible_to("model"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Tool<'d> {
    node: Node<'d>,
}

/// The fields of a tool definition that some published revision defines.
const KNOWN_FIELDS: &[&str] = &[
    "_meta",
    "annotations",
    "description",
    "execution",
    "icons",
    "inputSchema",
    "name",
    "outputSchema",
    "title",
];

impl<'d> Tool<'d> {
    /// Looks at a value as a tool definition; total.
    #[must_use]
    pub fn of(node: Node<'d>) -> Self {
        Self { node }
    }

    /// Returns the definitions of a `tools/list` result, entry by entry; none when `tools` is no array.
    pub fn list(result: Node<'d>) -> impl Iterator<Item = Tool<'d>> {
        result.member("tools").into_iter().flat_map(Node::items).map(Tool::of)
    }

    /// Returns the whole definition.
    #[must_use]
    pub fn node(self) -> Node<'d> {
        self.node
    }

    /// Returns the name, when it is a string.
    #[must_use]
    pub fn name(self) -> Option<Cow<'d, str>> {
        self.node.member("name").and_then(Node::as_str)
    }

    /// Returns the description, when it is a string.
    #[must_use]
    pub fn description(self) -> Option<Cow<'d, str>> {
        self.node.member("description").and_then(Node::as_str)
    }

    /// Returns the value at `inputSchema`.
    #[must_use]
    pub fn input_schema(self) -> Option<Node<'d>> {
        self.node.member("inputSchema")
    }

    /// Returns the value at `outputSchema`; `null` is not absent.
    #[must_use]
    pub fn output_schema(self) -> Option<Node<'d>> {
        self.node.member("outputSchema")
    }

    /// Returns the value at `annotations`. Hints are untrusted unless the user trusts the server.
    #[must_use]
    pub fn annotations(self) -> Option<Node<'d>> {
        self.node.member("annotations")
    }

    /// Tells whether the definition says `readOnlyHint: true`.
    #[must_use]
    pub fn hints_read_only(self) -> bool {
        let hint = self.annotations().and_then(|annotations| annotations.member("readOnlyHint"));
        hint.and_then(Node::as_bool) == Some(true)
    }

    /// Returns the metadata, or `None` when the key is absent.
    #[must_use]
    pub fn meta(self) -> Option<Node<'d>> {
        self.node.member("_meta")
    }

    /// Returns the URI of the view that shows this tool's results (MCP Apps 2026-01-26, Resource
    /// Discovery): the nested key, else the deprecated flat one.
    #[must_use]
    pub fn view_uri(self) -> Option<Cow<'d, str>> {
        let meta = self.meta()?;
        let nested = meta.member("ui").and_then(|ui| ui.member("resourceUri"));
        nested.or_else(|| meta.member("ui/resourceUri")).and_then(Node::as_str)
    }

    /// Tells whether `model` or `app` may call the tool (MCP Apps 2026-01-26, Visibility).
    /// Without a list of visibilities both may.
    #[must_use]
    pub fn is_visible_to(self, caller: &str) -> bool {
        let visibility =
            self.meta().and_then(|meta| meta.member("ui")).and_then(|ui| ui.member("visibility"));
        let Some(visibility) = visibility.filter(|node| node.is_array()) else { return true };
        visibility.items().any(|item| item.as_text().is_some_and(|text| text.is(caller)))
    }

    /// Returns the members that no published revision defines; they survive, and are reported.
    pub fn unknown_fields(self) -> impl Iterator<Item = Member<'d>> {
        self.node.members().filter(|member| !KNOWN_FIELDS.iter().any(|known| member.key.is(known)))
    }
}

//! Protocol revisions: an open name, and one row of facts for each published one.
//!
//! This is the only module that knows dates. Other code asks a fact by its name, so that a new
//! revision is a new row and nothing else.

pub(crate) mod sections;

use std::borrow::Cow;
use std::fmt;

use crate::json::Node;
use crate::result::{ResultType, ToolResult};

/// A dated edition of the specification; any text, known or not.
///
/// ```
/// use sightline::revision::{Revision, StructuredRoot};
///
/// let revision = Revision::from("2025-11-25");
/// assert_eq!(revision, Revision::V2025_11_25);
/// assert_eq!(revision.facts().unwrap().structured_root, StructuredRoot::Object);
/// assert!(Revision::from("2031-01-01").facts().is_none());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Revision(Cow<'static, str>);

impl Revision {
    /// The first published revision.
    pub const V2024_11_05: Self = Self(Cow::Borrowed("2024-11-05"));
    /// Adds audio blocks and tool annotations.
    pub const V2025_03_26: Self = Self(Cow::Borrowed("2025-03-26"));
    /// Adds structured content, output schemas and resource links.
    pub const V2025_06_18: Self = Self(Cow::Borrowed("2025-06-18"));
    /// Adds a default schema dialect, icons and tasks.
    pub const V2025_11_25: Self = Self(Cow::Borrowed("2025-11-25"));
    /// Stateless; any JSON value as structured content; result types.
    pub const V2026_07_28: Self = Self(Cow::Borrowed("2026-07-28"));
    /// The newest revision that has a row.
    pub const LATEST: Self = Self::V2026_07_28;
    /// The newest revision that is negotiated by `initialize`.
    pub const LATEST_INITIALIZE: Self = Self::V2025_11_25;

    /// Returns the name as it stands on the wire.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns what this revision says, or `None` for one that we have never read.
    #[must_use]
    pub fn facts(&self) -> Option<&'static RevisionFacts> {
        REVISIONS.iter().find(|facts| facts.revision == *self)
    }

    /// Returns the row of this revision, and for an unknown one the newest row.
    ///
    /// ```
    /// use sightline::revision::Revision;
    ///
    /// assert_eq!(Revision::from("2031-01-01").facts_or_newest().revision, Revision::LATEST);
    /// ```
    #[must_use]
    pub fn facts_or_newest(&self) -> &'static RevisionFacts {
        self.facts().unwrap_or(&REVISIONS[REVISIONS.len() - 1])
    }

    /// Tells whether the revision lies in a range of revisions, both ends included.
    ///
    /// An unknown revision counts as newer than all known ones: rules go on applying to drafts.
    ///
    /// ```
    /// use sightline::revision::Revision;
    ///
    /// assert!(Revision::V2025_06_18.is_within(&Revision::V2025_03_26, None));
    /// assert!(!Revision::V2026_07_28.is_within(&Revision::V2025_06_18, Some(&Revision::V2025_11_25)));
    /// ```
    #[must_use]
    pub fn is_within(&self, first: &Revision, last: Option<&Revision>) -> bool {
        let order = |revision: &Revision| {
            REVISIONS.iter().position(|facts| facts.revision == *revision).unwrap_or(REVISIONS.len())
        };
        order(self) >= order(first) && last.is_none_or(|last| order(self) <= order(last))
    }
}

impl From<&str> for Revision {
    fn from(name: &str) -> Self {
        let known = REVISIONS.iter().find(|facts| facts.revision.as_str() == name);
        known.map_or_else(|| Self(Cow::Owned(name.to_owned())), |facts| facts.revision.clone())
    }
}

impl fmt::Display for Revision {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// How a connection of this revision is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handshake {
    /// `initialize` and a session.
    Initialize,
    /// `server/discover`, and the revision in the `_meta` of every request.
    Discover,
}

/// What may stand at `structuredContent`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StructuredRoot {
    /// The field does not exist.
    Absent,
    /// An object.
    Object,
    /// Any JSON value, `null` included.
    AnyValue,
}

/// What the root of an output schema may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputSchemaRoot {
    /// The field does not exist.
    Absent,
    /// `type` must be `object`, and `properties` must hold objects.
    TypeObject,
    /// Any schema object.
    AnySchema,
}

/// What a server may ask the user of a client for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Elicitation {
    /// Nothing: the request does not exist.
    Absent,
    /// The fields of a form.
    Form,
    /// A form, or a visit to a URL.
    FormAndUrl,
}

/// How a call that goes on in the background is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tasks {
    /// Not at all.
    Absent,
    /// As a result of the tasks extension, `resultType: task` (SEP-2663).
    Extension,
    /// As the member `task` of the result, when the call asked for one.
    Nested,
}

/// What one published revision says about tools and results.
///
/// Complete on purpose: a new column is a compile error in every row.
#[derive(Debug)]
pub struct RevisionFacts {
    /// The revision.
    pub revision: Revision,
    /// How a connection is opened.
    pub handshake: Handshake,
    /// What `structuredContent` may be.
    pub structured_root: StructuredRoot,
    /// What the root of `outputSchema` may be.
    pub output_schema_root: OutputSchemaRoot,
    /// The types of content block that exist.
    pub block_types: &'static [&'static str],
    /// Whether every result carries `resultType`.
    pub has_result_type: bool,
    /// Whether a missing `$schema` means JSON Schema 2020-12; before, there was no default.
    pub has_default_dialect: bool,
    /// Whether values of `properties` must be objects, so that boolean schemas are no schemas there.
    pub properties_are_objects: bool,
    /// The fields of a tool definition that exist.
    pub tool_fields: &'static [&'static str],
    /// Whether list results carry `ttlMs` and `cacheScope`.
    pub has_cache_hints: bool,
    /// Whether clients mirror parameters into headers where the schema says `x-mcp-header`.
    pub has_parameter_headers: bool,
    /// What `elicitation/create` may ask for.
    pub elicitation: Elicitation,
    /// How tasks are told.
    pub tasks: Tasks,
    /// Error code of a resource that is not there.
    pub missing_resource_code: i32,
    /// Path of the tools page, for citations.
    pub tools_page: &'static str,
}

impl RevisionFacts {
    /// Returns what kind of result a message of this revision is: what it says, else what its members
    /// show. Look at it before anything else; only a complete one is tool output.
    ///
    /// ```
    /// use sightline::json::Document;
    /// use sightline::result::{ResultType, ToolResult};
    /// use sightline::revision::Revision;
    ///
    /// let document = Document::parse(r#"{"task": {"taskId": "t1", "status": "working"}}"#).unwrap();
    /// let result = ToolResult::of(document.root()).unwrap();
    /// let kind = |revision: Revision| revision.facts_or_newest().result_type(result);
    /// assert_eq!(kind(Revision::V2025_11_25), ResultType::Task);
    /// assert_eq!(kind(Revision::V2025_06_18), ResultType::Complete); // knows no tasks: a foreign member
    /// ```
    #[must_use]
    pub fn result_type<'d>(&self, result: ToolResult<'d>) -> ResultType<'d> {
        let node = result.node();
        if node.member("resultType").is_some() || result.has_output() {
            return result.result_type();
        }
        let has_string = |name: &str| node.member(name).and_then(Node::as_text).is_some();
        let is_flat_task = self.has_result_type && has_string("taskId") && has_string("status");
        if is_flat_task || (self.tasks != Tasks::Absent && result.nested_task().is_some()) {
            return ResultType::Task;
        }
        // Where results tell their type, one that left it out may still ask for input.
        let asks = node.member("inputRequests").is_some_and(Node::is_object) || has_string("requestState");
        if self.has_result_type && asks {
            return ResultType::InputRequired;
        }
        ResultType::Complete
    }
}

/// The published revisions, oldest first.
pub static REVISIONS: [RevisionFacts; 5] = [
    RevisionFacts {
        revision: Revision::V2024_11_05,
        handshake: Handshake::Initialize,
        structured_root: StructuredRoot::Absent,
        output_schema_root: OutputSchemaRoot::Absent,
        block_types: &["text", "image", "resource"],
        has_result_type: false,
        has_default_dialect: false,
        properties_are_objects: true,
        tool_fields: &["name", "description", "inputSchema"],
        has_cache_hints: false,
        has_parameter_headers: false,
        elicitation: Elicitation::Absent,
        tasks: Tasks::Absent,
        missing_resource_code: -32002,
        tools_page: "2024-11-05/server/tools",
    },
    RevisionFacts {
        revision: Revision::V2025_03_26,
        handshake: Handshake::Initialize,
        structured_root: StructuredRoot::Absent,
        output_schema_root: OutputSchemaRoot::Absent,
        block_types: &["text", "image", "audio", "resource"],
        has_result_type: false,
        has_default_dialect: false,
        properties_are_objects: true,
        tool_fields: &["name", "description", "inputSchema", "annotations"],
        has_cache_hints: false,
        has_parameter_headers: false,
        elicitation: Elicitation::Absent,
        tasks: Tasks::Absent,
        missing_resource_code: -32002,
        tools_page: "2025-03-26/server/tools",
    },
    RevisionFacts {
        revision: Revision::V2025_06_18,
        handshake: Handshake::Initialize,
        structured_root: StructuredRoot::Object,
        output_schema_root: OutputSchemaRoot::TypeObject,
        block_types: &["text", "image", "audio", "resource_link", "resource"],
        has_result_type: false,
        has_default_dialect: false,
        properties_are_objects: true,
        tool_fields: &["name", "title", "description", "inputSchema", "outputSchema", "annotations", "_meta"],
        has_cache_hints: false,
        has_parameter_headers: false,
        elicitation: Elicitation::Form,
        tasks: Tasks::Absent,
        missing_resource_code: -32002,
        tools_page: "2025-06-18/server/tools",
    },
    RevisionFacts {
        revision: Revision::V2025_11_25,
        handshake: Handshake::Initialize,
        structured_root: StructuredRoot::Object,
        output_schema_root: OutputSchemaRoot::TypeObject,
        block_types: &["text", "image", "audio", "resource_link", "resource"],
        has_result_type: false,
        has_default_dialect: true,
        properties_are_objects: true,
        tool_fields: &[
            "name",
            "title",
            "description",
            "inputSchema",
            "outputSchema",
            "annotations",
            "icons",
            "execution",
            "_meta",
        ],
        has_cache_hints: false,
        has_parameter_headers: false,
        elicitation: Elicitation::FormAndUrl,
        tasks: Tasks::Nested,
        missing_resource_code: -32002,
        tools_page: "2025-11-25/server/tools",
    },
    RevisionFacts {
        revision: Revision::V2026_07_28,
        handshake: Handshake::Discover,
        structured_root: StructuredRoot::AnyValue,
        output_schema_root: OutputSchemaRoot::AnySchema,
        block_types: &["text", "image", "audio", "resource_link", "resource"],
        has_result_type: true,
        has_default_dialect: true,
        properties_are_objects: false,
        tool_fields: &[
            "name",
            "title",
            "description",
            "inputSchema",
            "outputSchema",
            "annotations",
            "icons",
            "_meta",
        ],
        has_cache_hints: true,
        has_parameter_headers: true,
        elicitation: Elicitation::FormAndUrl,
        tasks: Tasks::Extension,
        missing_resource_code: -32602,
        tools_page: "2026-07-28/server/tools",
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_in_order_and_named_once() {
        let names: Vec<&str> = REVISIONS.iter().map(|facts| facts.revision.as_str()).collect();
        let mut sorted = names.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(names, sorted);
    }

    #[test]
    fn every_constant_has_a_row() {
        for revision in [
            Revision::V2024_11_05,
            Revision::V2025_03_26,
            Revision::V2025_06_18,
            Revision::V2025_11_25,
            Revision::V2026_07_28,
        ] {
            assert_eq!(revision.facts().map(|facts| &facts.revision), Some(&revision));
        }
    }

    #[test]
    fn a_later_row_never_loses_a_block_type() {
        for pair in REVISIONS.windows(2) {
            assert!(pair[0].block_types.iter().all(|name| pair[1].block_types.contains(name)));
        }
    }
}

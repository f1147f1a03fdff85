//! The bridge between revisions: a tool definition and a result, rewritten together for a peer of
//! another revision, with what changed and what was lost.
//!
//! Steps are edits of the received bytes, so whatever no step touches stays as it was. Schema and
//! value are adapted from the same natural definition, or a wrapped value would break its schema.
//! The tables behind the steps stand in docs/adaptation.md; this module compares no dates, it asks
//! the facts of the two revisions.

mod result;
mod tool;
mod wrap;

use serde::Serialize;

pub use wrap::{FIELD, MARK, has_object_root, is_marked, unwrap_schema, wrap_schema};

use crate::diagnostic::Subject;
use crate::json::Node;
use crate::result::ToolResult;
use crate::revision::{OutputSchemaRoot, Revision, RevisionFacts, StructuredRoot};
use crate::tool::Tool;

/// A tool and a result as a peer of another revision gets them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Adapted {
    /// JSON text of the tool definition, when one was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    /// JSON text of the result, when one was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// What was rewritten, in the order of the steps.
    pub changes: Vec<Change>,
    /// What the peer cannot be told.
    pub losses: Vec<Change>,
    /// What needs a connection: a gateway carries it out.
    pub plans: Vec<Plan>,
}

/// One rewriting or loss.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Change {
    /// Name of the step in the table: L1 to L11 for definitions, C1 to C13 for results.
    pub step: &'static str,
    /// Which document the pointer points into.
    pub subject: Subject,
    /// JSON pointer into the document before the change.
    pub pointer: String,
    /// What was done, or what is lost.
    pub what: String,
}

/// What must be asked of whom before the peer can be answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Plan {
    /// Name of the step: C7, C8 or C12.
    pub step: &'static str,
    /// What to do, in order.
    pub actions: Vec<String>,
    /// What to answer when the peer cannot take part.
    pub otherwise: String,
}

/// What the steps of one adaptation share.
struct Context<'c> {
    from: &'static RevisionFacts,
    to: &'static RevisionFacts,
    /// The natural output schema, when the tool declares one that is an object.
    schema: Option<Node<'c>>,
    out: Adapted,
}

impl Context<'_> {
    fn change(&mut self, step: &'static str, subject: Subject, pointer: String, what: impl Into<String>) {
        self.out.changes.push(Change { step, subject, pointer, what: what.into() });
    }

    fn lose(&mut self, step: &'static str, subject: Subject, pointer: String, what: impl Into<String>) {
        self.out.losses.push(Change { step, subject, pointer, what: what.into() });
    }

    /// Tells whether values of this tool travel inside `{"result": …}`: decided from the schema, so
    /// that definition and result always agree; a value without a schema decides for itself.
    fn wraps(&self, value: Option<Node<'_>>) -> bool {
        let only_objects = self.to.structured_root == StructuredRoot::Object
            && self.from.structured_root == StructuredRoot::AnyValue;
        only_objects
            && match (self.schema, value) {
                (Some(schema), _) => !has_object_root(schema) && self.knows_output_schema(),
                (None, Some(value)) => !value.is_object(),
                (None, None) => false,
            }
    }

    fn knows_output_schema(&self) -> bool {
        self.to.output_schema_root == OutputSchemaRoot::TypeObject
    }
}

/// Rewrites a tool definition and a result of revision `from` for a peer of revision `to`.
///
/// Both are given in their natural form. Between equal revisions no byte changes. An unknown
/// revision is treated as the newest one that is known.
///
/// ```
/// use sightline::adapt::adapt;
/// use sightline::json::Document;
/// use sightline::result::ToolResult;
/// use sightline::revision::Revision;
///
/// let result = Document::parse(r#"{"resultType":"complete","content":[],"structuredContent":[1,2]}"#).unwrap();
/// let result = ToolResult::of(result.root());
/// let adapted = adapt(None, result, &Revision::V2026_07_28, &Revision::V2025_11_25);
/// assert_eq!(
///     adapted.result.unwrap(),
///     r#"{"content":[{"type":"text","text":"[1,2]"}],"structuredContent":{"result":[1,2]}}"#
/// );
/// // Without an output schema nothing tells the peer that this is a wrapper.
/// assert_eq!(adapted.losses[0].pointer, "/structuredContent");
/// ```
#[must_use]
pub fn adapt(
    tool: Option<Tool<'_>>,
    result: Option<ToolResult<'_>>,
    from: &Revision,
    to: &Revision,
) -> Adapted {
    let schema = tool.and_then(Tool::output_schema).filter(|schema| schema.is_object());
    let mut context =
        Context { from: from.facts_or_newest(), to: to.facts_or_newest(), schema, out: Adapted::default() };
    if context.from.revision == context.to.revision {
        context.out.tool = tool.map(|tool| tool.node().text().to_owned());
        context.out.result = result.map(|result| result.node().text().to_owned());
        return context.out;
    }
    if let Some(tool) = tool {
        context.out.tool = Some(tool::adapt_tool(&mut context, tool));
    }
    if let Some(result) = result {
        context.out.result = Some(result::adapt_result(&mut context, result));
    }
    context.out
}

//! The bridge between revisions: definitions, lists, results, errors and requests of a server,
//! rewritten for a peer of another revision, with what changed and what was lost.
//!
//! Steps are edits of the received bytes, so whatever no step touches stays as it was. Schema and
//! value are adapted from the same natural definition, or a wrapped value would break its schema.
//! The tables behind the steps stand in docs/adaptation.md; this module compares no dates, it asks
//! the facts of the two revisions.

mod error;
mod fallback;
mod list;
mod repair;
mod request;
mod result;
mod senders;
mod task;
mod tool;
mod waiting;
mod wrap;

use serde::Serialize;

pub use error::adapt_error;
pub use list::adapt_list;
pub(crate) use repair::{Repaired, repair};
pub use request::adapt_request;
pub(crate) use result::text_block;
pub use senders::{Answer, Sdk, SdkEvidence, Sent, as_sdk, sdk_differences};
pub use task::adapt_task;
pub use wrap::{FIELD, MARK, has_object_root, is_marked, unwrap_schema, wrap_schema};

use crate::diagnostic::Subject;
use crate::json::Node;
use crate::result::ToolResult;
use crate::revision::{OutputSchemaRoot, Revision, RevisionFacts, StructuredRoot};
use crate::schema::is_bounded;
use crate::tool::Tool;
use wrap::natural_of;

/// What a peer of another revision gets, and what that changed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Adapted {
    /// JSON text of the tool definition, when one was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    /// JSON text of the `tools/list` result, when one was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub list: Option<String>,
    /// JSON text of the result, when one was given or when the peer gets one in place of what was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// JSON text of the error object, when one was given and the peer gets an error too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// JSON text of the answer to `tasks/get`, when one was given and the peer has tasks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task: Option<String>,
    /// JSON text of the server's request, when one was given and the peer can be asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request: Option<String>,
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
    /// Name of the step in the table: L1 to L11 for definitions and lists, C1 to C13 for calls.
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
    /// Name of the step: C7, C8, C11, C12 or L6.
    pub step: &'static str,
    /// What to do, in order.
    pub actions: Vec<String>,
    /// What to answer when the peer cannot take part; where that is a result, it is the adapted one.
    pub otherwise: String,
    /// JSON text of another result, for the case that the last action names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alternative: Option<String>,
}

impl Plan {
    fn new(step: &'static str, actions: Vec<String>, otherwise: impl Into<String>) -> Self {
        Self { step, actions, otherwise: otherwise.into(), alternative: None }
    }
}

/// What the steps of one adaptation share.
struct Context<'c> {
    from: &'static RevisionFacts,
    to: &'static RevisionFacts,
    /// The natural output schema, when the tool declares one that is an object.
    schema: Option<Node<'c>>,
    /// Whether a mark proves that the output schema is a wrapper.
    is_marked: bool,
    /// The steps to be taken; all of them when there is no list.
    only: Option<&'static [&'static str]>,
    out: Adapted,
}

impl<'c> Context<'c> {
    fn new(from: &Revision, to: &Revision) -> Self {
        let (from, to) = (from.facts_or_newest(), to.facts_or_newest());
        Self { from, to, schema: None, is_marked: false, only: None, out: Adapted::default() }
    }

    /// Takes the definition whose schema decides about values. One that would have to be wrapped and
    /// breaks the bounds of schemas is dropped, so it decides nothing.
    fn of_tool(mut self, tool: Option<Tool<'c>>) -> Self {
        let is_usable =
            |schema: &Node<'_>| schema.is_object() && (has_object_root(*schema) || is_bounded(*schema));
        self.schema = tool.and_then(Tool::output_schema).filter(is_usable);
        self.is_marked = self.schema.is_some() && tool.is_some_and(is_marked);
        self
    }

    fn takes(&self, step: &str) -> bool {
        self.only.is_none_or(|steps| steps.contains(&step))
    }

    /// Between equal revisions no byte changes.
    fn is_same(&self) -> bool {
        self.from.revision == self.to.revision
    }

    fn change(&mut self, step: &'static str, subject: Subject, pointer: String, what: impl Into<String>) {
        self.out.changes.push(Change { step, subject, pointer, what: what.into() });
    }

    fn lose(&mut self, step: &'static str, subject: Subject, pointer: String, what: impl Into<String>) {
        self.out.losses.push(Change { step, subject, pointer, what: what.into() });
    }

    /// Tells whether values of this tool travel inside `{"result": …}`: decided from the schema, so
    /// that definition and result always agree; a value without a schema decides for itself.
    ///
    /// The sender's revision does not matter: a root that its own wire forbids hurts the peer as much.
    fn wraps(&self, value: Option<Node<'_>>) -> bool {
        if self.to.structured_root != StructuredRoot::Object {
            return false;
        }
        match (self.schema, value) {
            // Half of the work is done already, and a repair does the other half.
            (Some(schema), Some(value))
                if self.only.is_some() && !value.is_object() && has_object_root(schema) =>
            {
                natural_of(schema).is_some()
            }
            (Some(schema), _) => {
                self.to.output_schema_root == OutputSchemaRoot::TypeObject && !has_object_root(schema)
            }
            (None, Some(value)) => !value.is_object(),
            (None, None) => false,
        }
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
/// assert_eq!(adapted.changes[0].step, "C6");
/// assert!(adapted.losses.is_empty());
/// ```
#[must_use]
pub fn adapt(
    tool: Option<Tool<'_>>,
    result: Option<ToolResult<'_>>,
    from: &Revision,
    to: &Revision,
) -> Adapted {
    let mut context = Context::new(from, to).of_tool(tool);
    if let Some(tool) = tool {
        context.out.tool = Some(tool::adapt_tool(&mut context, tool, "", Subject::Tool));
    }
    if let Some(result) = result {
        context.out.result = Some(result::adapt_result(&mut context, result));
    }
    context.out
}

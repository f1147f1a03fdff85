//! How findings are mended: by a step between revisions, or by edits of the rule's own.

use super::misspelt_result_field::is_meant_by_another;
use super::near::is_written_otherwise;
use super::{Context, FixAvailability};
use crate::adapt::{Repaired, repair};
use crate::diagnostic::{Applicability, Fix, Subject, TextEdit};
use crate::json::{Edits, MadeKey, Node};
use crate::result::ToolResult;
use crate::tool::Tool;

/// Where the edits of a rule's findings come from.
#[derive(Clone, Copy)]
pub(crate) enum Mend {
    /// From these steps of the bridge between revisions.
    Adapt(&'static [&'static str]),
    /// From a function of the rule; the node is the one that was reported, or the object that lacks
    /// a member.
    By(for<'d> fn(&Context<'_>, Node<'d>) -> Option<Edits<'d>>),
    /// Nowhere.
    None,
}

impl Mend {
    /// Returns the fix of one finding.
    pub(super) fn fix(
        self,
        context: &Context<'_>,
        node: Node<'_>,
        availability: FixAvailability,
    ) -> Option<Fix> {
        let edits = match self {
            Self::Adapt(steps) => adapted(context, node, steps)?,
            Self::By(mend) => mend(context, node)?,
            Self::None => return None,
        };
        // A key that stands twice hides a value, and so does one beside the misspelt one that is meant.
        let result = context.result().map(ToolResult::node);
        let hides = |made: &MadeKey<'_>| is_meant_by_another(result, made) || is_written_otherwise(made);
        if edits.doubles_a_key() || edits.made().iter().any(hides) {
            return None;
        }
        let edits: Vec<TextEdit> = edits
            .into_spans()
            .into_iter()
            .map(|(span, text)| TextEdit { start: span.start, end: span.end, text })
            .collect();
        // An error in place of what needs a connection says less than the real answer would.
        let stands_in =
            matches!(self, Self::Adapt(steps) if steps.iter().any(|step| matches!(*step, "C7" | "C8")));
        let applicability = match availability {
            FixAvailability::Safe if !stands_in => Applicability::Safe,
            FixAvailability::Safe | FixAvailability::OnRequest | FixAvailability::None => {
                Applicability::Unsafe
            }
        };
        (!edits.is_empty()).then_some(Fix { applicability, edits })
    }
}

/// The document that holds the finding, from its subject's root, mended by steps.
fn adapted<'d>(context: &Context<'_>, node: Node<'d>, steps: &'static [&'static str]) -> Option<Edits<'d>> {
    let (subject, above) = context.subject_of(node);
    let root = node.document().root().at(&above)?;
    // A definition of a list is mended where it stands.
    let repaired = match subject {
        Subject::Result => Repaired::Result(ToolResult::of(root)?),
        Subject::Tool => Repaired::Tool(Tool::of(root)),
        Subject::List if steps.contains(&"L10") => Repaired::List(root),
        Subject::List => Repaired::Tool(Tool::of(entry_of(root, node)?)),
        Subject::Error | Subject::Exchange | Subject::Request | Subject::Settings => return None,
    };
    repair(context.tool(), &repaired, context.revision(), steps)
}

/// The entry of a list in which a node stands.
fn entry_of<'d>(list: Node<'d>, node: Node<'d>) -> Option<Node<'d>> {
    let holds =
        |entry: &Node<'_>| entry.span().start <= node.span().start && node.span().end <= entry.span().end;
    list.member("tools")?.items().find(holds)
}

/// The result object that a node of it stands in: itself, or the nearest one above with the field.
pub(super) fn result_of<'d>(context: &Context<'_>, node: Node<'d>) -> Option<ToolResult<'d>> {
    let (_, above) = context.subject_of(node);
    ToolResult::of(node.document().root().at(&above)?)
}

/// Takes the reported value away, with its key.
pub(super) fn remove<'d>(_: &Context<'_>, node: Node<'d>) -> Option<Edits<'d>> {
    let parent = node.parent()?;
    let mut edits = Edits::new(node.document());
    if parent.is_array() {
        edits.remove(node);
    } else {
        let own = parent.members().find(|member| member.value.span() == node.span())?;
        edits.remove_key(parent, &own.key.to_str());
    }
    Some(edits)
}

//! Single steps as repairs: what a rule finds in a message for a revision, mended by the step that
//! should have been taken on the way to it.

use super::Context;
use super::list::add_list_fields;
use super::result::edit_result;
use super::tool::edit_tool;
use super::waiting::{lift_task, replace_waiting};
use crate::diagnostic::Subject;
use crate::json::{Edits, Node};
use crate::result::ToolResult;
use crate::revision::Revision;
use crate::tool::Tool;

/// What is to be mended.
pub(crate) enum Repaired<'d> {
    List(Node<'d>),
    Result(ToolResult<'d>),
    Tool(Tool<'d>),
}

/// Takes the named steps on a message that is held to `revision`, as if it came from the other era.
/// `tool` is the definition whose schema decides about values. `None` when no step applies.
pub(crate) fn repair<'d>(
    tool: Option<Tool<'_>>,
    repaired: &Repaired<'d>,
    revision: &Revision,
    steps: &'static [&'static str],
) -> Option<Edits<'d>> {
    let is_newest = revision.facts_or_newest().has_result_type;
    let from = if is_newest { Revision::LATEST_INITIALIZE } else { Revision::LATEST };
    let mut context = Context::new(&from, revision).of_tool(tool);
    context.only = Some(steps);
    let edits = match *repaired {
        Repaired::List(list) => {
            let mut edits = Edits::new(list.document());
            add_list_fields(&mut context, list, &mut edits);
            edits
        }
        Repaired::Tool(tool) => {
            let mut edits = Edits::new(tool.node().document());
            edit_tool(&mut context, tool, ("", Subject::Tool), &mut edits);
            edits
        }
        Repaired::Result(result) => {
            let mut edits = Edits::new(result.node().document());
            let waits = steps.iter().any(|step| matches!(*step, "C7" | "C8" | "C13"));
            let whole = waits
                .then(|| replace_waiting(&mut context, result).or_else(|| lift_task(&mut context, result)));
            match whole.flatten() {
                Some(text) => edits.replace(result.node(), text),
                None => edit_result(&mut context, result, &mut edits),
            }
            edits
        }
    };
    // Text beside another step is no repair by itself.
    let is_essential = |step: &str| step != "C2" || steps == ["C2"];
    context.out.changes.iter().any(|change| is_essential(change.step)).then_some(edits)
}

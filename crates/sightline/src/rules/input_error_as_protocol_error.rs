//! ERR-003 `input-error-as-protocol-error`; the page beside this file says what it finds and why.

use super::findings::quoted;
use super::unknown_tool_as_result::is_unknown;
use super::{Context, Findings, FixAvailability, Levels, Rule, Scope, Strength, revisions};
use crate::json::{Document, Node};
use crate::schema::Verdict;
use crate::tool::Tool;

pub(super) static RULE: Rule = Rule {
    name: "input-error-as-protocol-error",
    code: "ERR-003",
    levels: Levels::WARNING,
    strength: Strength::Should,
    revisions: &revisions::FROM_2025_11,
    scope: Scope::Exchange,
    source: "2026-07-28, server/tools: Error Handling, Tool Execution Errors; SEP-1303: Proposed Change; 2026-07-28, schema: InvalidParamsError (says the opposite: invalid tool arguments)",
    fix: FixAvailability::OnRequest,
    why: "The model can correct its arguments when it reads what is wrong, and many clients do not show it protocol errors.",
    help: "Answer with a result that has `isError: true` and says which argument is wrong and what it may be.",
    page: include_str!("input_error_as_protocol_error.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let (Some(told), Some(tool)) = (context.told(), context.tool()) else { return };
    let Some(error) = told.error() else { return };
    let Some(code) = error.member("code").filter(|code| code.text() == "-32602") else { return };
    let name = told.params().and_then(|params| params.member("name")).and_then(Node::as_str);
    let is_call = told.method().is_some_and(|method| method == "tools/call") && name == tool.name();
    let arguments = told.params().and_then(|params| params.member("arguments"));
    let is_well_formed = arguments.is_none_or(Node::is_object);
    let is_unknown = name.is_none_or(|name| is_unknown(context, told, &name));
    if !is_call || !is_well_formed || is_unknown {
        return;
    }
    let message = error.member("message").and_then(Node::as_str).unwrap_or_default();
    if breaks(context, arguments) || names_an_argument(tool, arguments, &message) {
        let text = format!("wrong arguments are a protocol error here: {}", quoted(&message));
        findings.at(code, text).expects("a result with `isError: true`");
    }
}

/// Tells whether the arguments break the input schema; none count as an empty object.
fn breaks(context: &Context<'_>, arguments: Option<Node<'_>>) -> bool {
    let Ok(none) = Document::parse("{}") else { return false };
    let Some(Ok(schema)) = context.input_schema() else { return false };
    matches!(schema.check(arguments.unwrap_or(none.root())), Verdict::Breaks(_))
}

fn names_an_argument(tool: Tool<'_>, arguments: Option<Node<'_>>, message: &str) -> bool {
    let declared = tool.input_schema().and_then(|schema| schema.member("properties"));
    let names =
        declared.into_iter().chain(arguments).flat_map(Node::members).map(|member| member.key.to_str());
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    let mut words = message.split(|c: char| !is_word(c));
    let names: Vec<_> = names.collect();
    words.any(|word| names.iter().any(|name| name == word))
}

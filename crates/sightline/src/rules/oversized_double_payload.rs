//! ALN-008 `oversized-double-payload`; the page beside this file says what it finds and why.

use super::clients::{Fault, names, pays_twice};
use super::read::texts;
use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};
use crate::tokens;

pub(super) static RULE: Rule = Rule {
    name: "oversized-double-payload",
    code: "ALN-008",
    levels: Levels::ADVICE,
    strength: Strength::Advice,
    revisions: &revisions::FROM_2025_06,
    scope: Scope::Result,
    source: "Sightline: our own advice",
    why: "Clients that show both fields pay for the payload twice.",
    help: "Keep the rows in `structuredContent` and write a summary as text; clients that read `content` only then get less.",
    page: include_str!("oversized_double_payload.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(result) = context.result().filter(|result| !result.is_error()) else { return };
    let (Some(content), Some(structured)) = (result.content_node(), result.structured_content()) else {
        return;
    };
    let (text, data) = (content.text().len(), structured.text().len());
    let is_double = text.min(data) * 4 >= text.max(data);
    let budget = findings.settings.limits.payload_bytes;
    if !is_double || text + data <= budget {
        return;
    }
    let said: usize = texts(result).map(|(_, text)| tokens::count(&text.to_str())).sum();
    let typed = tokens::count(structured.text());
    let finding = findings.at(content, "the payload stands in both fields and is over the budget");
    finding.expects(format!("at most {budget} bytes in both")).finds(format!(
        "{text} bytes ({said} tokens) of content, {data} bytes ({typed} tokens) of structured content"
    ));
    if let Some(clients) = names(context, Fault::Itself, pays_twice) {
        finding.note(format!("the model of {clients} receives it more than once"));
    }
}

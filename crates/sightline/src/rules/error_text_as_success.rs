//! ERR-009 `error-text-as-success`; the page beside this file says what it finds and why.

use super::findings::quoted;
use super::mend::result_of;
use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};
use crate::json::{Edits, Node};

pub(super) static RULE: Rule = Rule {
    name: "error-text-as-success",
    code: "ERR-009",
    levels: Levels::ADVICE,
    strength: Strength::Advice,
    revisions: &revisions::ALL,
    scope: Scope::Result,
    is_heuristic: true,
    source: "2026-07-28, schema: CallToolResult.isError; 2026-07-28, server/tools: Error Handling",
    fix: FixAvailability::OnRequest,
    why: "The model and the client take the failure for an answer.",
    help: "Set `isError` to true.",
    page: include_str!("error_text_as_success.md"),
    check,
    mend: Mend::By(mend),
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(result) = context.result().filter(|result| !result.is_error()) else { return };
    let mut blocks = result.content();
    let (Some(block), None) = (blocks.next(), blocks.next()) else { return };
    let Some(text) = block.text().filter(|_| result.structured_content().is_none()) else { return };
    let text = text.to_str();
    if reads_like_error(&text) {
        findings
            .at(block.node, "the text reads like an error, and `isError` is not true")
            .finds(quoted(&text));
    }
}

/// Words with which reports of a failure begin.
const FAILURES: &[&str] = &["error", "exception", "failed", "failure"];

/// Words that go on with one; of others, as in `Error rate` or `Failed tests`, a figure is told.
const GOES_ON: &[&str] = &[
    "at", "because", "by", "calling", "code", "during", "for", "from", "in", "message", "occurred", "on",
    "to", "when", "while", "with",
];

/// Nouns that only end like what was being done, as in `Error handling`.
const NOUNS: &[&str] =
    &["budgeting", "handling", "logging", "monitoring", "reporting", "testing", "tracking"];

/// Values by which a text says that nothing failed.
const NOTHING: &[&str] = &["0", "false", "nil", "no", "none", "null"];

fn reads_like_error(text: &str) -> bool {
    // Marks and pictures before the word are dress.
    let text = text.trim_start_matches(|c: char| {
        c.is_whitespace() || "*_#>`~[".contains(c) || !c.is_alphanumeric() && !c.is_ascii()
    });
    let end = text.find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len());
    let (first, rest) = text.split_at(end);
    if !FAILURES.iter().any(|word| first.eq_ignore_ascii_case(word)) {
        return false;
    }
    let spoken = rest.trim_start();
    let next: String = spoken.chars().take_while(|c| c.is_alphanumeric()).collect();
    if next.is_empty() {
        let value = spoken.trim_matches(|c: char| !c.is_alphanumeric());
        return !NOTHING.iter().any(|nothing| value.eq_ignore_ascii_case(nothing));
    }
    // In lower case the word may stand in any sentence.
    first.starts_with(char::is_uppercase)
        && (GOES_ON.iter().any(|word| next.eq_ignore_ascii_case(word))
            || next.ends_with("ing") && !NOUNS.iter().any(|noun| next.eq_ignore_ascii_case(noun))
            || next.bytes().all(|byte| byte.is_ascii_digit()))
}

/// A guess from the words.
fn mend<'d>(context: &Context<'_>, node: Node<'d>) -> Option<Edits<'d>> {
    let result = result_of(context, node)?;
    let mut edits = Edits::new(node.document());
    match result.node().member("isError") {
        Some(flag) => edits.replace(flag, "true"),
        None => edits.insert_member(result.node(), "isError", "true"),
    }
    Some(edits)
}

#[cfg(test)]
mod tests {
    use super::reads_like_error;

    #[test]
    fn reports_of_failures_are_told_from_figures() {
        for error in [
            "Error: order 7 not found",
            "ERROR",
            "Failed to load",
            "error - not found",
            "Exception in thread main",
            " Error 404",
            "Failure while reading",
            "Error fetching x",
            "failed: disk full",
            "Error.",
            "**Error**: invalid id",
            "❌ Error: timed out",
            "⚠️ Failed to load",
            "## Error: not found",
            "`Error`: x",
            "[ERROR] disk full",
        ] {
            assert!(reads_like_error(error), "{error}");
        }
        for other in [
            "Errors: 0",
            "Error rate: 0.4 %",
            "Failed tests: 0",
            "error: none",
            "Failures by day",
            "Errorless",
            "failed to none",
            "",
            "No error",
            "Failed logins 7",
            "Exception handling in Rust is done by Result.",
            "Error logging is on",
            "**Errors**: 0",
            "✅ No error",
        ] {
            assert!(!reads_like_error(other), "{other}");
        }
    }
}

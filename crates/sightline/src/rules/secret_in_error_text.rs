//! ERR-008 `secret-in-error-text`; the page beside this file says what it finds and why.

use super::read::texts;
use super::secrets::secret_in;
use super::{Context, Findings, FixAvailability, Levels, Rule, Scope, Strength, revisions};

pub(super) static RULE: Rule = Rule {
    name: "secret-in-error-text",
    code: "ERR-008",
    levels: Levels::WARNING,
    strength: Strength::Must,
    revisions: &revisions::ALL,
    scope: Scope::Result,
    is_heuristic: true,
    source: "2026-07-28, server/tools: Security Considerations: Sanitize tool outputs",
    fix: FixAvailability::OnRequest,
    why: "Error text reaches the model, the user and every log on the way.",
    help: "Say what failed without traces, paths or credentials.",
    page: include_str!("secret_in_error_text.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(result) = context.result().filter(|result| result.is_error()) else { return };
    for (block, text) in texts(result) {
        let text = text.to_str();
        let place = block.node.member("text").unwrap_or(block.node);
        if let Some((what, found)) = secret_in(&text) {
            findings.at(place, format!("the error text shows {what}")).finds(found);
        }
        if let Some(trace) = trace_in(&text) {
            findings.at(place, format!("the error text shows {trace}"));
        }
    }
}

/// Folders of servers; what lies below a home or a temporary folder may be the user's own.
const SERVER_FOLDERS: &[&str] = &["/app/", "/opt/", "/srv/", "/usr/src/", "/var/lib/", "/var/www/"];

fn trace_in(text: &str) -> Option<&'static str> {
    let starts = [
        "Traceback (most recent call last)",
        "stack backtrace:",
        "goroutine 1 [",
        "panicked at ",
        ":in `",
        ":in '",
    ];
    let is_frame = |line: &str| {
        let frame = line.trim_start().strip_prefix("at ");
        frame.is_some_and(|frame| {
            // C# writes `Type.Method() in file:line 12`.
            let place = frame.trim_end().trim_end_matches(')').replace(":line ", ":");
            let mut parts = place.rsplit(':');
            parts
                .next()
                .is_some_and(|line| !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit()))
                && parts.next().is_some()
        })
    };
    if starts.iter().any(|start| text.contains(start)) || text.lines().skip(1).any(is_frame) {
        return Some("a stack trace");
    }
    let words = text.split(|c: char| c.is_whitespace() || "\"'`(),".contains(c));
    let has_path = words.into_iter().any(|word| SERVER_FOLDERS.iter().any(|folder| word.starts_with(folder)));
    has_path.then_some("a path of the server")
}

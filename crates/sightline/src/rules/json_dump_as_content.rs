//! ALN-007 `json-dump-as-content`; the page beside this file says what it finds and why.

use super::read::says_something;
use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};
use crate::align::{Form, Relation};
use crate::diagnostic::Level;

pub(super) static RULE: Rule = Rule {
    name: "json-dump-as-content",
    code: "ALN-007",
    levels: Levels { published: Level::Off, sep_2200: Level::Advice, either: Level::Off },
    strength: Strength::Advice,
    revisions: &revisions::FROM_2025_06,
    scope: Scope::Result,
    source: "SEP-2200 (not adopted): 2: JSON acceptable, may be suboptimal",
    why: "SEP-2200 recommends a summary: a model reads it better, and it costs less.",
    help: "Write a summary; keep the JSON only where old clients are served.",
    page: include_str!("json_dump_as_content.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(result) = context.result().filter(|result| !result.is_error()) else { return };
    let Some(alignment) = context.alignment().filter(|alignment| alignment.relation == Relation::Same) else {
        return;
    };
    let is_json = matches!(alignment.form, Some(Form::Json | Form::JsonItems));
    // One block beside the copy may be the summary.
    let blocks = result.content().filter(|block| says_something(*block)).count();
    let is_all = blocks == 1 || alignment.form == Some(Form::JsonItems);
    let Some(content) = result.content_node().filter(|_| is_json && is_all) else { return };
    let bytes = content.text().len();
    if bytes > findings.settings.limits.json_text_bytes {
        findings.at(content, format!("`content` is nothing but a JSON copy of {bytes} bytes"));
    }
}

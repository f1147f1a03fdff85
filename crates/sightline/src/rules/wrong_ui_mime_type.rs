//! APP-003 `wrong-ui-mime-type`; the page beside this file says what it finds and why.

use super::base64::decoded;
use super::findings::{quoted, shown};
use super::{Context, Findings, FixAvailability, Levels, Rule, Scope, Strength, revisions};
use crate::json::Node;

pub(super) static RULE: Rule = Rule {
    name: "wrong-ui-mime-type",
    code: "APP-003",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::FROM_2025_06,
    scope: Scope::Exchange,
    source: "MCP Apps 2026-01-26: Content Requirements (interface comment says SHOULD)",
    fix: FixAvailability::OnRequest,
    why: "Hosts take only this media type for a view and refuse to render anything else.",
    help: "Serve an HTML5 document with exactly this media type.",
    page: include_str!("wrong_ui_mime_type.md"),
    check,
    ..Rule::BASE
};

const VIEW: &str = "text/html;profile=mcp-app";

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(read) = context.told().and_then(|told| told.read) else { return };
    for resource in read.members().filter(|member| member.key.to_str().starts_with("ui://")) {
        let item = resource.value;
        match item.member("mimeType") {
            None => {
                findings.missing(item, "mimeType", "the view has no media type").expects(quoted(VIEW));
            }
            Some(kind) if !kind.as_text().is_some_and(|text| text.is(VIEW)) => {
                let message = "the view has another media type than hosts take";
                findings.at(kind, message).expects(quoted(VIEW)).finds(shown(kind));
            }
            Some(_) => {}
        }
        if !document_of(item).is_some_and(|document| is_html(&document)) {
            let place = item.member("text").or_else(|| item.member("blob")).unwrap_or(item);
            findings.at(place, "the view is no HTML document").expects("<!DOCTYPE html>");
        }
    }
}

fn document_of(item: Node<'_>) -> Option<String> {
    if let Some(text) = item.member("text") {
        return text.as_str().map(|text| text.into_owned());
    }
    String::from_utf8(decoded(&item.member("blob")?.as_str()?)?).ok()
}

/// Comments and blanks may stand before the document type; a bare `html` element is one too.
fn is_html(document: &str) -> bool {
    let mut rest = document.trim_start_matches('\u{feff}').trim_start();
    while let Some((_, after)) = rest.strip_prefix("<!--").and_then(|comment| comment.split_once("-->")) {
        rest = after.trim_start();
    }
    let begins = |start: &str| rest.get(..start.len()).is_some_and(|found| found.eq_ignore_ascii_case(start));
    begins("<!doctype html") || begins("<html")
}

//! TEXT-001 `lone-surrogate`; the page beside this file says what it finds and why.
//!
//! The catalog has no such rule; this one is ours.

use super::clients::{Fault, names, substitutes};
use super::findings::shown;
use super::{Context, Findings, Levels, Rule, Scope, Settings, Strength, revisions};
use crate::diagnostic::{Diagnostic, Level};
use crate::json::{Kind, Node};
use crate::result::ToolResult;
use crate::tool::Tool;

pub(super) static RULE: Rule = Rule {
    name: "lone-surrogate",
    code: "TEXT-001",
    levels: Levels::ADVICE,
    strength: Strength::Advice,
    revisions: &revisions::ALL,
    scope: Scope::AnyResult,
    source: "RFC 8259, section 8.2: Unicode Characters; RFC 7493, section 2.1: Encoding and Characters",
    why: "Half of a surrogate pair is no character, so no UTF-8 can hold it: readers refuse the whole message, put another character there, or fail when they send it on.",
    help: "Cut texts between characters and not between UTF-16 units, and send U+FFFD for what cannot be told.",
    page: include_str!("lone_surrogate.md"),
    ..Rule::BASE
};

/// Reports it in whatever is judged: definitions, lists and messages as well as results.
pub(super) fn check(context: &Context<'_>, settings: &Settings, diagnostics: &mut Vec<Diagnostic>) {
    let level = settings.level_of(&RULE);
    if level == Level::Off {
        return;
    }
    let told = context.told().map(|told| told.root);
    let of_parts = || {
        let tool = context.tool().filter(|_| context.judges_tool()).map(Tool::node);
        [context.list(), tool, context.result().map(ToolResult::node)].into_iter().flatten().collect()
    };
    let roots: Vec<Node<'_>> = told.map_or_else(of_parts, |root| vec![root]);
    for root in roots.into_iter().filter(|root| may_hold_one(root.text())) {
        let mut findings = Findings::new(&RULE, level, context, settings, diagnostics);
        for node in lossy(root) {
            let finding = findings.at(node, "a string holds half of a surrogate pair");
            finding.expects("whole characters").finds(shown(node));
            if let Some(clients) =
                names(context, Fault::Itself, substitutes).filter(|_| context.result().is_some())
            {
                finding
                    .note(format!("{clients} show the model an error of their own in place of the result"));
            }
        }
    }
}

/// A surrogate in a text that is UTF-8 is an escape that begins with the digit D.
fn may_hold_one(text: &str) -> bool {
    ["\\ud", "\\uD"].iter().any(|mark| memchr::memmem::find(text.as_bytes(), mark.as_bytes()).is_some())
}

/// The strings that hold a lone surrogate, and the values whose keys do, in order.
fn lossy(root: Node<'_>) -> Vec<Node<'_>> {
    let (mut found, mut open) = (Vec::new(), vec![root]);
    while let Some(node) = open.pop() {
        let below = open.len();
        match node.kind() {
            Kind::String => found.extend(node.as_text().filter(|text| text.is_lossy()).map(|_| node)),
            Kind::Array => open.extend(node.items()),
            Kind::Object => {
                // A key has no place of its own; its value has.
                found
                    .extend(node.members().filter(|member| member.key.is_lossy()).map(|member| member.value));
                open.extend(node.members().map(|member| member.value));
            }
            Kind::Null | Kind::Bool | Kind::Number => {}
        }
        open[below..].reverse();
    }
    found
}

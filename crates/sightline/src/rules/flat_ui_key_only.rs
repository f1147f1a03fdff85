//! APP-008 `flat-ui-key-only`; the page beside this file says what it finds and why.

use super::findings::shown;
use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};
use crate::json::{Edits, Node};
use crate::tool::Tool;

pub(super) static RULE: Rule = Rule {
    name: "flat-ui-key-only",
    code: "APP-008",
    levels: Levels::ADVICE,
    strength: Strength::Advice,
    revisions: &revisions::FROM_2025_06,
    scope: Scope::Tool,
    source: "MCP Apps 2026-01-26: Deprecation notice; @modelcontextprotocol/ext-apps 2.0.4: registerAppTool fills both",
    fix: FixAvailability::Safe,
    why: "The flat key is deprecated, and newer hosts read the nested one only.",
    help: "Add `_meta.ui.resourceUri` with the same value; keep the flat key for older hosts.",
    page: include_str!("flat_ui_key_only.md"),
    check,
    mend: Mend::By(mend),
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(meta) = context.tool().and_then(Tool::meta) else { return };
    let Some(flat) = meta.member("ui/resourceUri") else { return };
    match meta.member("ui").and_then(|ui| ui.member("resourceUri")) {
        None => {
            findings.at(flat, "only the deprecated flat key names the view").expects("_meta.ui.resourceUri");
        }
        Some(nested) if !nested.equals(flat) => {
            findings
                .at(flat, "the flat key and the nested one name different views")
                .expects(shown(nested))
                .finds(shown(flat));
        }
        Some(_) => {}
    }
}

/// Copies the flat key to the nested one; which of two different ones is meant only the author knows.
fn mend<'d>(_: &Context<'_>, node: Node<'d>) -> Option<Edits<'d>> {
    let meta = node.parent()?;
    let mut edits = Edits::new(node.document());
    match meta.member("ui") {
        None => edits.insert_member(meta, "ui", &format!("{{\"resourceUri\":{}}}", node.text())),
        Some(ui) if ui.is_object() && ui.member("resourceUri").is_none() => {
            edits.insert_member(ui, "resourceUri", node.text());
        }
        Some(_) => return None,
    }
    Some(edits)
}

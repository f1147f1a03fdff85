//! TOOL-011 `unsafe-icon-uri`; the page beside this file says what it finds and why.

use super::findings::{quoted, shown};
use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};
use crate::json::{Edits, Node};

pub(super) static RULE: Rule = Rule {
    name: "unsafe-icon-uri",
    code: "TOOL-011",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::FROM_2025_11,
    scope: Scope::Tool,
    source: "2026-07-28, basic/index: icons, Security considerations",
    fix: FixAvailability::Safe,
    why: "A client that shows such an icon would run script or read a local file.",
    help: "Serve the icon over https, or embed it as a data URI; a gateway drops the entry.",
    page: include_str!("unsafe_icon_uri.md"),
    check,
    mend: Mend::By(mend),
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(icons) = context.tool().and_then(|tool| tool.node().member("icons")) else { return };
    for source in icons.items().filter_map(|icon| icon.member("src")) {
        let Some(uri) = source.as_str() else { continue };
        let scheme = uri.split(':').next().unwrap_or_default().to_ascii_lowercase();
        if scheme != "https" && scheme != "data" {
            findings
                .at(source, format!("the icon has a URI of scheme {}", quoted(&scheme)))
                .expects("https: or data:")
                .finds(shown(source));
        }
    }
}

/// The entry goes; the others stay.
fn mend<'d>(_: &Context<'_>, node: Node<'d>) -> Option<Edits<'d>> {
    let mut edits = Edits::new(node.document());
    edits.remove(node.parent()?);
    Some(edits)
}

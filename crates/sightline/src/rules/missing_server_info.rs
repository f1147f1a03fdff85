//! RES-006 `missing-server-info`; the page beside this file says what it finds and why.

use super::{Context, Findings, FixAvailability, Levels, Rule, Scope, Strength, revisions};
use crate::json::Node;

pub(super) static RULE: Rule = Rule {
    name: "missing-server-info",
    code: "RES-006",
    levels: Levels::ADVICE,
    strength: Strength::Should,
    revisions: &revisions::FROM_2026_07,
    scope: Scope::AnyResult,
    is_of_envelope: true,
    source: "2026-07-28, basic/index: Per-response protocol fields",
    fix: FixAvailability::Safe,
    why: "The revision has no handshake, so this is where a client learns which server and version answered.",
    help: "Add `_meta[\"io.modelcontextprotocol/serverInfo\"]` with `name` and `version`, unless it is left out on purpose.",
    page: include_str!("missing_server_info.md"),
    check,
    ..Rule::BASE
};

const KEY: &str = "io.modelcontextprotocol/serverInfo";

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(result) = context.result() else { return };
    let Some(meta) = result.meta() else {
        findings.missing(
            result.node(),
            "_meta",
            format!("the result does not name its server in `_meta[\"{KEY}\"]`"),
        );
        return;
    };
    let Some(info) = meta.member(KEY) else {
        findings.missing(meta, KEY, format!("the result does not name its server in `_meta[\"{KEY}\"]`"));
        return;
    };
    for name in ["name", "version"] {
        if info.member(name).and_then(Node::as_text).is_none() {
            findings
                .missing(info, name, format!("the server information has no `{name}`"))
                .expects("a string");
        }
    }
}

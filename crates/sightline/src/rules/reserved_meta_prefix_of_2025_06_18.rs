//! META-003 `reserved-meta-prefix-of-2025-06-18`; the page beside this file says what it finds and why.

use super::findings::quoted;
use super::read::meta_members;
use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};

pub(super) static RULE: Rule = Rule {
    name: "reserved-meta-prefix-of-2025-06-18",
    code: "META-003",
    levels: Levels::ERROR,
    strength: Strength::MustNot,
    revisions: &revisions::ONLY_2025_06,
    scope: Scope::Result,
    source: "2025-06-18, basic/index: _meta, Prefix",
    why: "The prefix belongs to the protocol under the wording of this revision.",
    help: "Use a prefix of your own such as `com.example/`.",
    page: include_str!("reserved_meta_prefix_of_2025_06_18.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    for member in context.result().into_iter().flat_map(meta_members) {
        let key = member.key.to_str();
        let Some((prefix, _)) = key.split_once('/') else { continue };
        let mut labels = prefix.split('.');
        let is_reserved = labels.by_ref().any(|label| label == "mcp" || label == "modelcontextprotocol")
            && labels.count() == 1;
        if is_reserved {
            findings.at(
                member.value,
                format!("the metadata key {} stands under a reserved prefix", quoted(&key)),
            );
        }
    }
}

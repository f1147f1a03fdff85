//! SCH-014 `boolean-property-schema-toward-old-clients`; the page beside this file says what it finds and why.

use super::findings::shown;
use super::subschemas::schemas_of;
use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};
use crate::json::{Edits, Node};

pub(super) static RULE: Rule = Rule {
    name: "boolean-property-schema-toward-old-clients",
    code: "SCH-014",
    levels: Levels::ADVICE,
    strength: Strength::Advice,
    revisions: &revisions::FROM_2026_07,
    scope: Scope::Tool,
    source: "2026-07-28, schema: Tool.inputSchema [key: string]: unknown; @modelcontextprotocol/sdk 1.32.2: types.js AssertObjectSchema",
    fix: FixAvailability::Safe,
    why: "It is legal in this revision, but clients in use that read older definitions reject the whole list for it.",
    help: "Write `{}` for `true` and `{\"not\": {}}` for `false`; both mean the same.",
    page: include_str!("boolean_property_schema_toward_old_clients.md"),
    check,
    mend: Mend::By(mend),
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    for root in context.tool().into_iter().flat_map(schemas_of) {
        for member in root.member("properties").into_iter().flat_map(Node::members) {
            if member.value.as_bool().is_some() {
                let message = format!("the schema of property `{}` is a boolean", member.key.to_str());
                findings.at(member.value, message).expects("an object").finds(shown(member.value));
            }
        }
    }
}

/// The object that means the same.
fn mend<'d>(_: &Context<'_>, node: Node<'d>) -> Option<Edits<'d>> {
    let mut edits = Edits::new(node.document());
    edits.replace(node, if node.as_bool()? { "{}" } else { "{\"not\":{}}" });
    Some(edits)
}

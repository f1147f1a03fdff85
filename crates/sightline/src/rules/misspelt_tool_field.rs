//! NAME-001 `misspelt-tool-field`; the page beside this file says what it finds and why.
//!
//! The catalog has no such rule; this one is ours.

use super::findings::quoted;
use super::near::{Known, misspelt};
use super::revisions::{ALL, FROM_2025_03, FROM_2025_06, FROM_2025_11, ONLY_2025_11};
use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};
use crate::json::Node;

pub(super) static RULE: Rule = Rule {
    name: "misspelt-tool-field",
    code: "NAME-001",
    levels: Levels::ADVICE,
    strength: Strength::Advice,
    revisions: &revisions::ALL,
    scope: Scope::Tool,
    source: "Sightline: our own advice",
    why: "A definition takes any further key, so nobody complains, and what stands under the misspelt one is lost.",
    help: "Use the field's own name.",
    page: include_str!("misspelt_tool_field.md"),
    check,
    ..Rule::BASE
};

static FIELDS: &[Known] = &[
    Known { name: "name", within: &ALL },
    Known { name: "title", within: &FROM_2025_06 },
    Known { name: "description", within: &ALL },
    Known { name: "inputSchema", within: &ALL },
    Known { name: "outputSchema", within: &FROM_2025_06 },
    Known { name: "annotations", within: &FROM_2025_03 },
    Known { name: "icons", within: &FROM_2025_11 },
    Known { name: "execution", within: &ONLY_2025_11 },
    Known { name: "_meta", within: &FROM_2025_06 },
];

static ANNOTATIONS: &[Known] = &[
    Known { name: "title", within: &FROM_2025_03 },
    Known { name: "readOnlyHint", within: &FROM_2025_03 },
    Known { name: "destructiveHint", within: &FROM_2025_03 },
    Known { name: "idempotentHint", within: &FROM_2025_03 },
    Known { name: "openWorldHint", within: &FROM_2025_03 },
];

static EXECUTION: &[Known] = &[Known { name: "taskSupport", within: &ONLY_2025_11 }];

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(tool) = context.tool().map(|tool| tool.node()) else { return };
    let member = |name: &str| tool.member(name).filter(|node| node.is_object());
    report("the definition has", tool, FIELDS, context, findings);
    let inside = [("annotations", ANNOTATIONS), ("execution", EXECUTION)];
    for (name, known) in inside {
        if let Some(object) = member(name) {
            report(&format!("`{name}` has"), object, known, context, findings);
        }
    }
}

/// Reports each key of an object that is meant for another one.
pub(super) fn report(
    what: &str,
    object: Node<'_>,
    known: &[Known],
    context: &Context<'_>,
    findings: &mut Findings<'_, '_>,
) {
    for (member, field) in misspelt(object, known, context.revision()) {
        let key = member.key.to_str();
        findings
            .at(member.value, format!("{what} a field {} that no revision defines", quoted(&key)))
            .expects(format!("`{field}`"))
            .finds(format!("`{key}`"));
    }
}

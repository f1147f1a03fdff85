//! SCH-007 `network-ref-in-schema`; the page beside this file says what it finds and why.

use super::findings::shown;
use super::subschemas::{schemas_of, subschemas};
use super::{Context, Findings, Levels, Rule, Scope, Strength, revisions};

pub(super) static RULE: Rule = Rule {
    name: "network-ref-in-schema",
    code: "SCH-007",
    levels: Levels::WARNING,
    strength: Strength::Should,
    revisions: &revisions::FROM_2026_07,
    scope: Scope::Tool,
    source: "2026-07-28, basic/index: $ref Resolution; SEP-2106: $ref Dereferencing",
    why: "A validator must not fetch it, so the schema is rejected or, worse, taken as permissive.",
    help: "Bundle the referenced document under `$defs` and refer to it there.",
    page: include_str!("network_ref_in_schema.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    for root in context.tool().into_iter().flat_map(schemas_of) {
        let schemas = subschemas(root);
        let ids: Vec<_> = schemas.iter().filter_map(|schema| schema.node.member("$id")?.as_str()).collect();
        for schema in &schemas {
            for keyword in ["$ref", "$dynamicRef"] {
                let Some(node) = schema.node.member(keyword) else { continue };
                let Some(uri) = node.as_str() else { continue };
                let document = uri.split('#').next().unwrap_or_default();
                // Without a scheme the one of the base is taken, which is that of a network too.
                let is_network =
                    ["http://", "https://", "//"].iter().any(|start| document.starts_with(start));
                let is_bundled = ids.iter().any(|id| id.trim_end_matches('#') == document);
                // Every validator has the meta-schemas built in.
                let is_built_in = document.contains("://json-schema.org/");
                if is_network && !is_bundled && !is_built_in {
                    findings.at(node, format!("`{keyword}` points into the network")).finds(shown(node));
                }
            }
        }
    }
}

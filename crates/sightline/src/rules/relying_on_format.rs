//! SCH-016 `relying-on-format`; the page beside this file says what it finds and why.

use super::clients::{Fault, names, substitutes};
use super::findings::shown;
use super::subschemas::{schemas_of, subschemas};
use super::{Context, ErrorSchema, Findings, Levels, Rule, Scope, Settings, Strength, revisions};
use crate::diagnostic::{Diagnostic, Level};
use crate::json::Node;
use crate::result::ToolResult;
use crate::schema::Verdict;

pub(super) static RULE: Rule = Rule {
    name: "relying-on-format",
    code: "SCH-016",
    levels: Levels::ADVICE,
    strength: Strength::Advice,
    revisions: &revisions::FROM_2025_11,
    scope: Scope::Tool,
    is_heuristic: true,
    source: "JSON Schema 2020-12, default vocabulary; 2026-07-28, basic/index: Schema Dialect",
    why: "`format` is an annotation in 2020-12, and validators part over it: some let any string pass, some refuse the whole result.",
    help: "Add a `pattern` or a range where the value has to be checked, and send values that keep the format.",
    page: include_str!("relying_on_format.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    for root in context.tool().into_iter().flat_map(schemas_of) {
        let schemas = subschemas(root);
        let bare = schemas.iter().filter(|schema| {
            let has = |keyword| schema.node.member(keyword).is_some();
            has("format") && !["pattern", "enum", "const", "minimum", "maximum"].into_iter().any(has)
        });
        let formats: Vec<Node<'_>> = bare.filter_map(|schema| schema.node.member("format")).collect();
        if let Some(first) = formats.first() {
            let message = match formats.len() {
                1 => "`format` stands alone in one place of the schema".to_owned(),
                many => format!("`format` stands alone in {many} places of the schema"),
            };
            findings.at(*first, message).finds(shown(*first));
        }
    }
}

/// Most values of one result that are named.
const MOST: usize = 10;

/// Reports values that hold to their schema as its dialect reads it, and not where formats are checked.
/// The definition may have come by earlier, so this looks at every result.
pub(super) fn check_values(context: &Context<'_>, settings: &Settings, diagnostics: &mut Vec<Diagnostic>) {
    let level = settings.level_of(&RULE);
    if level == Level::Off || !RULE.applies_to(context.revision()) {
        return;
    }
    context.for_each_subject(Scope::ToolAndResult, |subject| {
        let result = subject
            .result()
            .filter(|result| !result.is_error() || settings.error_schema != ErrorSchema::Exempt);
        let Some(structured) = result.and_then(ToolResult::structured_content) else { return };
        let Some(schema) = subject.tool().and_then(|tool| tool.output_schema()) else { return };
        // A second judgement of each value is for schemas that ask for formats.
        let asks = memchr::memmem::find(schema.text().as_bytes(), b"\"format\"").is_some();
        if !asks || !matches!(subject.verdict(), Some(Verdict::Holds)) {
            return;
        }
        let compiled = subject.schema_with_formats();
        let Some(Ok(compiled)) = compiled.as_deref() else { return };
        let Verdict::Breaks(violations) = compiled.check(structured) else { return };
        let mut findings = Findings::new(&RULE, level, subject, settings, diagnostics);
        for (index, violation) in violations.iter().take(MOST).enumerate() {
            let place = structured.at(&violation.instance_pointer).unwrap_or(structured);
            let finding = findings.at(place, violation.message.clone());
            finding.expects(violation.expected.clone()).finds(violation.found.clone());
            finding.note(format!("the schema says so at {}", violation.schema_pointer));
            if let Some(clients) = names(subject, Fault::Schema, substitutes).filter(|_| index == 0) {
                finding
                    .note(format!("{clients} show the model an error of their own in place of the result"));
            }
            finding.help = Some("Send the value in the format that the schema names.".to_owned());
        }
    });
}

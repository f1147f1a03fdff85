//! RES-007 `misspelt-result-field`; the page beside this file says what it finds and why.

use super::findings::quoted;
use super::misspelt_tool_field::report;
use super::near::Known;
use super::revisions::{ALL, FROM_2025_06, FROM_2025_11};
use super::settings::nearest;
use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};
use crate::content::ContentBlock;
use crate::json::{Edits, MadeKey, Member, Node};
use crate::result::ToolResult;

pub(super) static RULE: Rule = Rule {
    name: "misspelt-result-field",
    code: "RES-007",
    levels: Levels::ADVICE,
    strength: Strength::Advice,
    revisions: &revisions::ALL,
    scope: Scope::AnyResult,
    source: "2026-07-28, schema: Result [key: string]: unknown",
    fix: FixAvailability::OnRequest,
    why: "A result takes any further key, so nobody complains, and what stands under the misspelt one is lost.",
    help: "Use the field's own name.",
    page: include_str!("misspelt_result_field.md"),
    check,
    mend: Mend::By(mend),
    ..Rule::BASE
};

const FIELDS: &[&str] = &["_meta", "content", "isError", "resultType", "structuredContent"];
/// Names of other products and older drafts, and the field that is meant.
const ALIASES: &[(&str, &str)] = &[
    ("error", "isError"),
    ("hasError", "isError"),
    ("metadata", "_meta"),
    ("structured", "structuredContent"),
    ("structuredOutput", "structuredContent"),
    ("structuredResult", "structuredContent"),
    ("toolResult", "content"),
];
/// Near to a field, yet words of their own.
const OTHER_WORDS: &[&str] = &["contact", "contest", "context", "intent"];

/// What every block may have.
const ANNOTATIONS_FIELD: Known = Known { name: "annotations", within: &ALL };
const META: Known = Known { name: "_meta", within: &FROM_2025_06 };
const MIME_TYPE: Known = Known { name: "mimeType", within: &ALL };
const TYPE: Known = Known { name: "type", within: &ALL };

static MEDIA: &[Known] = &[TYPE, Known { name: "data", within: &ALL }, MIME_TYPE, ANNOTATIONS_FIELD, META];
static TEXT: &[Known] = &[TYPE, Known { name: "text", within: &ALL }, ANNOTATIONS_FIELD, META];
static RESOURCE: &[Known] = &[TYPE, Known { name: "resource", within: &ALL }, ANNOTATIONS_FIELD, META];
static LINK: &[Known] = &[
    TYPE,
    Known { name: "uri", within: &FROM_2025_06 },
    Known { name: "name", within: &FROM_2025_06 },
    Known { name: "title", within: &FROM_2025_06 },
    Known { name: "description", within: &FROM_2025_06 },
    MIME_TYPE,
    Known { name: "size", within: &FROM_2025_06 },
    Known { name: "icons", within: &FROM_2025_11 },
    ANNOTATIONS_FIELD,
    META,
];
static EMBEDDED: &[Known] = &[
    Known { name: "uri", within: &ALL },
    MIME_TYPE,
    Known { name: "text", within: &ALL },
    Known { name: "blob", within: &ALL },
    META,
];
static ANNOTATIONS: &[Known] = &[
    Known { name: "audience", within: &ALL },
    Known { name: "priority", within: &ALL },
    Known { name: "lastModified", within: &FROM_2025_06 },
];

/// What a block of that type may have; one of a type that nobody knows may have anything.
fn fields_of(block: Node<'_>) -> Option<&'static [Known]> {
    let Some(kind) = block.member("type") else { return Some(&[TYPE]) };
    let kinds =
        [("audio", MEDIA), ("image", MEDIA), ("resource", RESOURCE), ("resource_link", LINK), ("text", TEXT)];
    let kind = kind.as_text()?;
    kinds.into_iter().find(|(name, _)| kind.is(name)).map(|(_, known)| known)
}

/// Looks at the blocks, what they embed, and their annotations.
fn check_blocks(context: &Context<'_>, result: ToolResult<'_>, findings: &mut Findings<'_, '_>) {
    for block in result.content().map(|block| block.node).filter(|node| node.is_object()) {
        if let Some(known) = fields_of(block) {
            report("the block has", block, known, context, findings);
        }
        let member = |name: &str| block.member(name).filter(|node| node.is_object());
        if let Some(resource) = member("resource") {
            report("the embedded resource has", resource, EMBEDDED, context, findings);
        }
        if let Some(annotations) = member("annotations") {
            report("the annotations have", annotations, ANNOTATIONS, context, findings);
        }
    }
}

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    for member in context.result().into_iter().flat_map(ToolResult::unknown_fields) {
        if let Some(field) = meant(member) {
            let key = member.key.to_str();
            findings
                .at(member.value, format!("the result has a field {} that no revision defines", quoted(&key)))
                .expects(format!("`{field}`"))
                .finds(format!("`{key}`"));
        }
    }
    if let Some(result) = context.output() {
        check_blocks(context, result, findings);
    }
}

/// The field that a misspelt key of a result is meant to be.
fn meant(member: Member<'_>) -> Option<&'static str> {
    let key = member.key.to_str();
    if member.is_shadowed() || OTHER_WORDS.contains(&key.as_ref()) {
        return None;
    }
    let alias = ALIASES.iter().find(|(alias, _)| *alias == key).map(|(_, field)| *field);
    alias.or_else(|| nearest(&key, FIELDS.iter().copied()))
}

/// Tells whether a value could stand at a field; under another name it is something else.
fn fits(field: &str, value: Node<'_>) -> bool {
    match field {
        "_meta" => value.is_object(),
        "content" => {
            let is_text = value.as_text().is_some();
            value.is_array() || is_text || ContentBlock::of(value).type_name().is_some()
        }
        "isError" => value.as_bool().is_some(),
        "resultType" => value.as_text().is_some(),
        _ => true,
    }
}

/// Tells whether a key that an edit makes in a result is what another member there is meant to be: the
/// value under the misspelt key would be lost for good, or there would be two of them.
pub(super) fn is_meant_by_another(result: Option<Node<'_>>, made: &MadeKey<'_>) -> bool {
    let is_of = |result: &Node<'_>| {
        std::ptr::addr_eq(result.document(), made.object.document()) && result.span() == made.object.span()
    };
    let Some(result) = result.filter(is_of).and_then(ToolResult::of) else { return false };
    let holds_answer = |value: Node<'_>| made.key == "content" && !value.is_null();
    let rivals: Vec<Member<'_>> = result
        .unknown_fields()
        .filter(|member| meant(*member).is_some_and(|field| field == made.key))
        .filter(|member| fits(&made.key, member.value) || holds_answer(member.value))
        .collect();
    let Some(before) = &made.before else { return !rivals.is_empty() };
    // Of several members that mean one field the first is renamed when all say the same.
    let Some((first, others)) = rivals.split_first() else { return false };
    !first.key.is(before) || others.iter().any(|other| !other.value.equals(first.value))
}

/// Renames the key where the right one is not there.
fn mend<'d>(context: &Context<'_>, node: Node<'d>) -> Option<Edits<'d>> {
    let result = node.parent()?;
    // Inside of blocks nothing is renamed: what then begins to count may be wrong in another way.
    if context.result().is_none_or(|whole| whole.node().span() != result.span()) {
        return None;
    }
    let member = result.members().find(|member| member.value.span() == node.span())?;
    let field = meant(member).filter(|field| fits(field, node) && result.member(field).is_none())?;
    let mut edits = Edits::new(node.document());
    edits.rename(result, &member.key.to_str(), field);
    Some(edits)
}

//! The project's own table of shapes: what each revision's wire takes for tools, lists and results.
//!
//! Written apart from the code that adapts, from the schema page of each revision. Objects are open
//! everywhere, so a member that a revision does not define is legal; only what it defines is judged.

use sightline::json::{Kind, Node};
use sightline::revision::{REVISIONS, Revision};

/// What a member must be.
enum Is {
    Any,
    Boolean,
    Integer,
    /// A text, and one of these when the list is not empty.
    Text(&'static [&'static str]),
    Number01,
    Object,
    /// An object whose values are objects.
    Objects,
    /// An object whose values are each of this shape.
    MapOf(&'static str),
    ListOf(&'static str),
    /// A list of texts, each one of these when the list is not empty.
    Texts(&'static [&'static str]),
    Of(&'static str),
    IntegerOrNull,
}

/// A member of a shape: name, what it is, whether it must be there, first and last revision.
struct Member(&'static str, Is, bool, Revision, Revision);

const FIRST: Revision = Revision::V2024_11_05;
const AUDIO: Revision = Revision::V2025_03_26;
const STRUCTURED: Revision = Revision::V2025_06_18;
const ICONS: Revision = Revision::V2025_11_25;
const LAST: Revision = Revision::V2026_07_28;

const fn any(name: &'static str, is: Is, required: bool) -> Member {
    Member(name, is, required, FIRST, LAST)
}

const fn since(revision: Revision, name: &'static str, is: Is, required: bool) -> Member {
    Member(name, is, required, revision, LAST)
}

/// What is no content block, by name.
static SHAPES: &[(&str, &[Member])] = &[
    (
        "result",
        &[
            any("content", Is::ListOf("block"), true),
            any("isError", Is::Boolean, false),
            any("_meta", Is::Object, false),
            Member("structuredContent", Is::Object, false, STRUCTURED, ICONS),
            since(LAST, "structuredContent", Is::Any, false),
            since(LAST, "resultType", Is::Text(&[]), true),
        ],
    ),
    (
        "input-required",
        &[
            any("resultType", Is::Text(&["input_required"]), true),
            any("inputRequests", Is::MapOf("input-request"), false),
            any("requestState", Is::Text(&[]), false),
            any("_meta", Is::Object, false),
        ],
    ),
    (
        "input-request",
        &[
            any("method", Is::Text(&["elicitation/create", "sampling/createMessage", "roots/list"]), true),
            any("params", Is::Object, false),
        ],
    ),
    (
        "flat-task",
        &[
            any("resultType", Is::Text(&["task"]), true),
            any("taskId", Is::Text(&[]), true),
            any("status", Is::Text(&TASK_STATUS), true),
        ],
    ),
    ("nested-task", &[any("task", Is::Of("task"), true), any("_meta", Is::Object, false)]),
    (
        "task",
        &[
            any("taskId", Is::Text(&[]), true),
            any("status", Is::Text(&TASK_STATUS), true),
            any("createdAt", Is::Text(&[]), true),
            any("lastUpdatedAt", Is::Text(&[]), true),
            any("ttl", Is::IntegerOrNull, true),
            any("pollInterval", Is::Integer, false),
            any("statusMessage", Is::Text(&[]), false),
        ],
    ),
    (
        "list",
        &[
            any("tools", Is::ListOf("tool"), true),
            any("nextCursor", Is::Text(&[]), false),
            any("_meta", Is::Object, false),
            since(LAST, "resultType", Is::Text(&[]), true),
            since(LAST, "ttlMs", Is::Integer, true),
            since(LAST, "cacheScope", Is::Text(&["private", "public"]), true),
        ],
    ),
    (
        "tool",
        &[
            any("name", Is::Text(&[]), true),
            any("description", Is::Text(&[]), false),
            any("inputSchema", Is::Of("object-schema"), true),
            since(AUDIO, "annotations", Is::Of("hints"), false),
            since(STRUCTURED, "title", Is::Text(&[]), false),
            Member("outputSchema", Is::Of("object-schema"), false, STRUCTURED, ICONS),
            since(LAST, "outputSchema", Is::Of("schema"), false),
            since(STRUCTURED, "_meta", Is::Object, false),
            since(ICONS, "icons", Is::ListOf("icon"), false),
            Member("execution", Is::Of("execution"), false, ICONS, ICONS),
        ],
    ),
    ("schema", &[any("$schema", Is::Text(&[]), false)]),
    (
        "object-schema",
        &[
            any("type", Is::Text(&["object"]), true),
            Member("properties", Is::Objects, false, FIRST, ICONS),
            Member("required", Is::Texts(&[]), false, FIRST, ICONS),
            since(ICONS, "$schema", Is::Text(&[]), false),
        ],
    ),
    (
        "hints",
        &[
            any("title", Is::Text(&[]), false),
            any("readOnlyHint", Is::Boolean, false),
            any("destructiveHint", Is::Boolean, false),
            any("idempotentHint", Is::Boolean, false),
            any("openWorldHint", Is::Boolean, false),
        ],
    ),
    (
        "icon",
        &[
            any("src", Is::Text(&[]), true),
            any("mimeType", Is::Text(&[]), false),
            any("sizes", Is::Texts(&[]), false),
            any("theme", Is::Text(&["dark", "light"]), false),
        ],
    ),
    ("execution", &[any("taskSupport", Is::Text(&["forbidden", "optional", "required"]), false)]),
    (
        "annotations",
        &[
            any("audience", Is::Texts(&["user", "assistant"]), false),
            any("priority", Is::Number01, false),
            since(STRUCTURED, "lastModified", Is::Text(&[]), false),
        ],
    ),
];

fn members(shape: &str) -> &'static [Member] {
    let known = SHAPES.iter().chain(BLOCKS).find(|(name, _)| *name == shape);
    known.map_or(&[], |(_, members)| members)
}

const TASK_STATUS: [&str; 5] = ["cancelled", "completed", "failed", "input_required", "working"];

/// Content blocks and what they hold, by type.
static BLOCKS: &[(&str, &[Member])] = &[
    ("text", &[any("text", Is::Text(&[]), true), ANNOTATED, WITH_META]),
    (
        "image",
        &[any("data", Is::Text(&[]), true), any("mimeType", Is::Text(&[]), true), ANNOTATED, WITH_META],
    ),
    (
        "audio",
        &[any("data", Is::Text(&[]), true), any("mimeType", Is::Text(&[]), true), ANNOTATED, WITH_META],
    ),
    ("resource", &[any("resource", Is::Of("contents"), true), ANNOTATED, WITH_META]),
    ("contents", &[any("uri", Is::Text(&[]), true), any("mimeType", Is::Text(&[]), false)]),
    (
        "resource_link",
        &[
            any("uri", Is::Text(&[]), true),
            any("name", Is::Text(&[]), true),
            any("title", Is::Text(&[]), false),
            any("description", Is::Text(&[]), false),
            any("mimeType", Is::Text(&[]), false),
            any("size", Is::Integer, false),
            Member("icons", Is::ListOf("icon"), false, ICONS, LAST),
            ANNOTATED,
            WITH_META,
        ],
    ),
];

const ANNOTATED: Member = any("annotations", Is::Of("annotations"), false);
const WITH_META: Member = Member("_meta", Is::Object, false, STRUCTURED, LAST);

/// Says what a value has that the shape does not allow in the revision, by pointer; empty when legal.
pub fn problems(shape: &str, node: Node<'_>, revision: &Revision) -> Vec<String> {
    let mut found = Vec::new();
    judge(shape, node, revision, &mut found);
    found
}

/// The shape that a result of a call has, by what it says it is.
pub fn result_shape(node: Node<'_>, revision: &Revision) -> &'static str {
    let facts = revision.facts().unwrap();
    let kind = node.member("resultType").and_then(Node::as_str);
    match kind.as_deref() {
        Some("input_required") if facts.has_result_type => "input-required",
        Some("task") if facts.has_result_type => "flat-task",
        _ if *revision == ICONS && node.member("task").is_some() && node.member("content").is_none() => {
            "nested-task"
        }
        _ => "result",
    }
}

fn judge(shape: &str, node: Node<'_>, revision: &Revision, found: &mut Vec<String>) {
    let wrong = |what: &str| format!("{}: {what}", node.pointer());
    if !node.is_object() {
        found.push(wrong(&format!("{shape} is no object")));
        return;
    }
    let mut shape = shape.to_owned();
    if shape == "block" {
        let types = REVISIONS.iter().find(|facts| facts.revision == *revision).unwrap().block_types;
        let name = node.member("type").and_then(Node::as_str).unwrap_or_default().into_owned();
        if !types.contains(&name.as_str()) {
            found.push(wrong(&format!("no block type {name:?} in {revision}")));
            return;
        }
        shape = name;
    }
    if shape == "contents" && !["text", "blob"].iter().any(|name| is_text(node.member(name))) {
        found.push(wrong("contents have neither text nor blob"));
    }
    for Member(name, is, required, first, last) in members(&shape) {
        if !revision.is_within(first, Some(last)) {
            continue;
        }
        match node.member(name) {
            None if *required => found.push(wrong(&format!("{shape} has no `{name}`"))),
            None => {}
            Some(value) => judge_member(is, value, revision, found),
        }
    }
}

fn is_text(node: Option<Node<'_>>) -> bool {
    node.is_some_and(|node| node.as_text().is_some())
}

fn is_one_of(node: Node<'_>, allowed: &[&str]) -> bool {
    node.as_str().is_some_and(|text| allowed.is_empty() || allowed.contains(&text.as_ref()))
}

fn is_integer(node: Node<'_>) -> bool {
    node.as_number().is_some_and(|number| number.is_integer())
}

fn judge_member(is: &Is, value: Node<'_>, revision: &Revision, found: &mut Vec<String>) {
    let holds = match is {
        Is::Any => true,
        Is::Boolean => value.as_bool().is_some(),
        Is::Integer => is_integer(value),
        Is::IntegerOrNull => is_integer(value) || value.is_null(),
        Is::Text(allowed) => is_one_of(value, allowed),
        Is::Number01 => {
            value.kind() == Kind::Number
                && value.text().parse::<f64>().is_ok_and(|number| (0.0..=1.0).contains(&number))
        }
        Is::Object => value.is_object(),
        Is::Objects => value.is_object() && value.members().all(|member| member.value.is_object()),
        Is::MapOf(shape) => {
            value.members().for_each(|member| judge(shape, member.value, revision, found));
            value.is_object()
        }
        Is::ListOf(shape) => {
            value.items().for_each(|item| judge(shape, item, revision, found));
            value.is_array()
        }
        Is::Texts(allowed) => value.is_array() && value.items().all(|item| is_one_of(item, allowed)),
        Is::Of(shape) => {
            judge(shape, value, revision, found);
            true
        }
    };
    if !holds {
        found.push(format!("{}: {} is not what {revision} has there", value.pointer(), value.text()));
    }
}

//! Steps on a tool definition: L1 to L5, L8, L9 and L11.

use super::{Context, has_object_root, unwrap_schema, wrap_schema};
use crate::diagnostic::Subject;
use crate::json::{Document, Edits, Node};
use crate::revision::OutputSchemaRoot;
use crate::schema::walk::all_subschemas;
use crate::tool::Tool;

/// Fields of a definition that revisions brought or removed; others are nobody's, and stay.
const DATED_FIELDS: [(&str, &str); 6] = [
    ("annotations", "L1"),
    ("title", "L2"),
    ("outputSchema", "L2"),
    ("_meta", "L2"),
    ("icons", "L3"),
    ("execution", "L3"),
];

pub(super) fn adapt_tool(context: &mut Context<'_>, tool: Tool<'_>) -> String {
    let node = tool.node();
    let Ok(document) = Document::parse(node.text()) else { return node.text().to_owned() };
    let root = document.root();
    let mut edits = Edits::new(&document);
    drop_fields(context, root, &mut edits);
    for keyword in ["inputSchema", "outputSchema"] {
        let Some(schema) = root.member(keyword) else { continue };
        if !context.to.tool_fields.contains(&keyword) {
            continue;
        }
        if let Some(text) = adapt_schema(context, keyword, schema) {
            edits.replace(schema, text);
        }
    }
    edits.finish()
}

fn drop_fields<'d>(context: &mut Context<'_>, root: Node<'d>, edits: &mut Edits<'d>) {
    for (name, step) in DATED_FIELDS {
        let Some(value) = root.member(name) else { continue };
        let known_to = |fields: &[&str]| fields.contains(&name);
        if known_to(context.to.tool_fields) {
            continue;
        }
        let pointer = format!("/{name}");
        // `execution` went away again, so its step towards a newer revision has another name.
        let step = if context.to.has_result_type && name == "execution" { "L9" } else { step };
        if name == "title" && fold_title(context, root, value, edits) {
            context.change(step, Subject::Tool, pointer, "moved to annotations.title");
        } else {
            let what = format!("`{name}` does not exist in {}", context.to.revision);
            context.change(step, Subject::Tool, pointer.clone(), format!("dropped: {what}"));
            if name != "outputSchema" && name != "execution" {
                context.lose(step, Subject::Tool, pointer, what);
            }
        }
        edits.remove(value);
    }
}

/// Keeps a title as `annotations.title` where the peer knows annotations and has no title of its own.
fn fold_title<'d>(context: &Context<'_>, root: Node<'d>, title: Node<'d>, edits: &mut Edits<'d>) -> bool {
    if !context.to.tool_fields.contains(&"annotations") || title.as_text().is_none() {
        return false;
    }
    match root.member("annotations") {
        None => {
            edits.insert_member(root, "annotations", &format!("{{\"title\":{}}}", title.text()));
            true
        }
        Some(annotations) if annotations.is_object() && annotations.member("title").is_none() => {
            edits.insert_member(annotations, "title", title.text());
            true
        }
        Some(_) => false,
    }
}

/// Returns the schema's new text, or `None` when no step applies.
fn adapt_schema(context: &mut Context<'_>, keyword: &str, schema: Node<'_>) -> Option<String> {
    let pointer = format!("/{keyword}");
    let mut text = schema.text().to_owned();
    if context.to.properties_are_objects
        && let Some(mended) = mend_boolean_properties(&text)
    {
        context.change(
            "L5",
            Subject::Tool,
            format!("{pointer}/properties"),
            "boolean property schemas became objects with the same meaning",
        );
        text = mended;
    }
    text = declare_dialect(context, &pointer, text);
    let only_object_roots = context.to.output_schema_root == OutputSchemaRoot::TypeObject;
    if keyword == "outputSchema" {
        let document = Document::parse(&text).ok()?;
        let root = document.root();
        let any_root_before = context.from.output_schema_root == OutputSchemaRoot::AnySchema;
        if only_object_roots && any_root_before && root.is_object() && !has_object_root(root) {
            let wrapped = wrap_schema(root);
            context.change("L4", Subject::Tool, pointer, "wrapped in an object with the member `result`");
            text = wrapped;
        } else if context.to.output_schema_root == OutputSchemaRoot::AnySchema
            && let Some(natural) = unwrap_schema(root)
        {
            context.change("L4", Subject::Tool, pointer, "unwrapped: a mark shows that it was wrapped");
            text = natural;
        }
    }
    (text != schema.text()).then_some(text)
}

fn mend_boolean_properties(text: &str) -> Option<String> {
    let document = Document::parse(text).ok()?;
    let mut edits = Edits::new(&document);
    for member in document.root().member("properties")?.members() {
        match member.value.as_bool() {
            Some(true) => edits.replace(member.value, "{}"),
            Some(false) => edits.replace(member.value, "{\"not\":{}}"),
            None => {}
        }
    }
    if edits.is_empty() { None } else { Some(edits.finish()) }
}

/// L8 and L11: says in words what one side takes for granted.
fn declare_dialect(context: &mut Context<'_>, pointer: &str, text: String) -> String {
    const DRAFT_2020_12: &str = "https://json-schema.org/draft/2020-12/schema";
    const DRAFT_07: &str = "http://json-schema.org/draft-07/schema#";
    let Ok(document) = Document::parse(&text) else { return text };
    let root = document.root();
    if !root.is_object() || root.member("$schema").is_some() {
        return text;
    }
    let (step, dialect) = match (context.from.has_default_dialect, context.to.has_default_dialect) {
        (true, false) if uses_newer_keywords(root) => ("L8", DRAFT_2020_12),
        (false, true) if is_draft_07_only(root) => ("L11", DRAFT_07),
        _ => return text,
    };
    let mut edits = Edits::new(&document);
    edits.insert_member(root, "$schema", &format!("\"{dialect}\""));
    let mended = edits.finish();
    context.change(step, Subject::Tool, pointer.to_owned(), format!("declares its dialect, {dialect}"));
    mended
}

/// Keywords that only 2020-12 (or 2019-09) acts on, anywhere in a schema position.
fn uses_newer_keywords(root: Node<'_>) -> bool {
    const NEWER: [&str; 12] = [
        "$anchor",
        "$defs",
        "$dynamicAnchor",
        "$dynamicRef",
        "dependentRequired",
        "dependentSchemas",
        "maxContains",
        "minContains",
        "prefixItems",
        "unevaluatedItems",
        "unevaluatedProperties",
        "$vocabulary",
    ];
    all_subschemas(root).iter().any(|schema| NEWER.iter().any(|keyword| schema.member(keyword).is_some()))
}

/// A schema that draft-07 takes and 2020-12 refuses, such as one with a list at `items`.
fn is_draft_07_only(root: Node<'_>) -> bool {
    let value = root.to_value();
    jsonschema::draft7::meta::is_valid(&value) && !jsonschema::draft202012::meta::is_valid(&value)
}

//! Steps on a tool definition: L1 to L6, L8, L9 and L11.

use super::wrap::wrapped;
use super::{Context, MARK, Plan, has_object_root, is_marked, unwrap_schema};
use crate::diagnostic::Subject;
use crate::json::{Document, Edits, Node};
use crate::revision::OutputSchemaRoot;
use crate::schema::headers::header_parameters;
use crate::schema::is_bounded;
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

/// Rewrites one definition; `at` is where it stands in the subject.
pub(super) fn adapt_tool(context: &mut Context<'_>, tool: Tool<'_>, at: &str, subject: Subject) -> String {
    let root = tool.node();
    if context.is_same() {
        return root.text().to_owned();
    }
    let mut edits = Edits::new(root.document());
    edit_tool(context, tool, (at, subject), &mut edits);
    edits.finish_within(root)
}

/// Takes the steps on one definition.
pub(super) fn edit_tool<'d>(
    context: &mut Context<'_>,
    tool: Tool<'d>,
    (at, subject): Place<'_>,
    edits: &mut Edits<'d>,
) {
    let root = tool.node();
    // Each entry of a list proves for itself what its schema is.
    context.is_marked = is_marked(tool);
    drop_fields(context, root, edits, (at, subject));
    for keyword in ["inputSchema", "outputSchema"] {
        let Some(schema) = root.member(keyword) else { continue };
        if !context.to.tool_fields.contains(&keyword) {
            continue;
        }
        if keyword == "outputSchema" && is_beyond_wrapping(context, schema) {
            edits.remove_key(root, keyword);
            let pointer = format!("{at}/{keyword}");
            context.change("L4", subject, pointer.clone(), "dropped: it breaks the bounds of schemas");
            context.lose("L4", subject, pointer, "a schema that is too large or too deep to be wrapped");
            continue;
        }
        let Some(adapted) = adapt_schema(context, keyword, schema, (at, subject)) else { continue };
        edits.replace(schema, adapted.text);
        match adapted.wrapper {
            // A repair is of the author's own definition, which nobody takes back.
            Wrapper::Added if context.only.is_none() => mark(context, root, edits, (at, subject)),
            Wrapper::Removed => unmark(context, root, edits, (at, subject)),
            Wrapper::Added | Wrapper::Untouched => {}
        }
    }
    plan_headers(context, tool, at, subject);
}

/// Says in the metadata that the output schema is a wrapper.
fn mark<'d>(context: &mut Context<'_>, root: Node<'d>, edits: &mut Edits<'d>, place: Place<'_>) {
    let (at, subject) = place;
    match root.member("_meta") {
        Some(meta) if meta.is_object() => {
            edits.remove_key(meta, MARK);
            edits.insert_member(meta, MARK, "true");
        }
        Some(_) => {
            let what = "that the schema is a wrapper: `_meta` is no object, and holds no mark";
            context.lose("L4", subject, format!("{at}/outputSchema"), what);
            return;
        }
        None => edits.insert_member(root, "_meta", &format!("{{\"{MARK}\":true}}")),
    }
    let what = "marked, so that the wrapper can be taken off again";
    context.change("L4", subject, format!("{at}/_meta"), what);
}

/// Takes the mark away with the wrapper, and the metadata that held nothing else.
fn unmark<'d>(context: &mut Context<'_>, root: Node<'d>, edits: &mut Edits<'d>, place: Place<'_>) {
    let (at, subject) = place;
    let Some(meta) = root.member("_meta").filter(|meta| meta.member(MARK).is_some()) else { return };
    if meta.members().count() == 1 {
        edits.remove_key(root, "_meta");
    } else {
        edits.remove_key(meta, MARK);
    }
    context.change("L4", subject, format!("{at}/_meta"), "the mark went with the wrapper");
}

/// Where the definition stands: its pointer, and the document that the pointer points into.
type Place<'p> = (&'p str, Subject);

fn drop_fields<'d>(context: &mut Context<'_>, root: Node<'d>, edits: &mut Edits<'d>, place: Place<'_>) {
    let (at, subject) = place;
    for (name, step) in DATED_FIELDS {
        let Some(value) = root.member(name) else { continue };
        if context.to.tool_fields.contains(&name) {
            continue;
        }
        let pointer = format!("{at}/{name}");
        // `execution` went away again, so its step towards a newer revision has another name.
        let step = if context.to.has_result_type && name == "execution" { "L9" } else { step };
        if !context.takes(step) {
            continue;
        }
        if name == "title" && fold_title(context, root, value, edits) {
            context.change(step, subject, pointer, "moved to annotations.title");
        } else {
            let what = format!("`{name}` does not exist in {}", context.to.revision);
            context.change(step, subject, pointer.clone(), format!("dropped: {what}"));
            context.lose(step, subject, pointer, what);
        }
        edits.remove_key(root, name);
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

/// A root that has to be wrapped, in a schema that nobody should walk.
fn is_beyond_wrapping(context: &Context<'_>, schema: Node<'_>) -> bool {
    let needs_wrapping = context.to.output_schema_root == OutputSchemaRoot::TypeObject
        && schema.is_object()
        && !has_object_root(schema);
    needs_wrapping && context.takes("L4") && !is_bounded(schema)
}

/// L6: the peer's client sends no parameter headers, so whoever stands between has to.
fn plan_headers(context: &mut Context<'_>, tool: Tool<'_>, at: &str, subject: Subject) {
    if !context.from.has_parameter_headers || context.to.has_parameter_headers || !context.takes("L6") {
        return;
    }
    let parameters = tool.input_schema().map(header_parameters).unwrap_or_default();
    if let Some(problem) = parameters.iter().find_map(|parameter| parameter.problems.first()) {
        let what = format!("the tool cannot be called over Streamable HTTP: {}", problem.words());
        context.lose("L6", subject, format!("{at}/inputSchema"), what);
        return;
    }
    if parameters.is_empty() {
        return;
    }
    let name = tool.name().unwrap_or_default().into_owned();
    let above = tool.node().pointer();
    let mut actions = vec![format!("on each call send the header Mcp-Name: {name} upstream")];
    for parameter in parameters {
        let header = parameter.header.as_str().unwrap_or_default().into_owned();
        let pointer = parameter.schema.pointer();
        let path = pointer.strip_prefix(&above).and_then(|path| path.strip_prefix("/inputSchema"));
        let argument = path.unwrap_or(&pointer).replace("/properties", "");
        actions
            .push(format!("send the argument {argument}, when given, as the header Mcp-Param-{header} too"));
    }
    context.out.plans.push(Plan::new("L6", actions, "nothing: a stdio server needs no headers"));
}

/// A schema's new text, and what was done about a wrapper.
struct AdaptedSchema {
    text: String,
    wrapper: Wrapper,
}

enum Wrapper {
    Added,
    Removed,
    Untouched,
}

/// Returns what a schema becomes, or `None` when no step applies.
fn adapt_schema(
    context: &mut Context<'_>,
    keyword: &str,
    schema: Node<'_>,
    (at, subject): Place<'_>,
) -> Option<AdaptedSchema> {
    let pointer = format!("{at}/{keyword}");
    let mut text: Option<String> = None;
    if context.to.properties_are_objects
        && context.takes("L5")
        && let Some(mended) = mend_boolean_properties(schema)
    {
        let what = "boolean property schemas became objects with the same meaning";
        context.change("L5", subject, format!("{pointer}/properties"), what);
        text = Some(mended);
    }
    let missing = missing_dialect(context, schema);
    if let Some((step, dialect)) = missing.filter(|(step, _)| context.takes(step)) {
        text = Some(with_dialect(text.as_deref().unwrap_or(schema.text()), dialect));
        context.change(step, subject, pointer.clone(), format!("declares its dialect, {dialect}"));
    }
    let mut wrapper = Wrapper::Untouched;
    if keyword != "outputSchema" || !context.takes("L4") {
        return text.map(|text| AdaptedSchema { text, wrapper });
    }
    let only_object_roots = context.to.output_schema_root == OutputSchemaRoot::TypeObject;
    if only_object_roots && schema.is_object() && !has_object_root(schema) {
        let outer = reread(text.as_deref(), schema, |root| Some(wrapped(root)))?;
        context.change("L4", subject, pointer.clone(), "wrapped in an object with the member `result`");
        if outer.has_renamed {
            context.lose("L4", subject, pointer, "that a `$ref` was a `$recursiveRef`");
        }
        (text, wrapper) = (Some(outer.text), Wrapper::Added);
    } else if context.to.output_schema_root == OutputSchemaRoot::AnySchema
        && context.is_marked
        && let Some(natural) = reread(text.as_deref(), schema, unwrap_schema)
    {
        context.change("L4", subject, pointer, "unwrapped: a mark shows that it was wrapped");
        (text, wrapper) = (Some(natural), Wrapper::Removed);
    }
    text.map(|text| AdaptedSchema { text, wrapper })
}

/// Runs a step on the text of earlier steps, or on the schema itself when there were none.
fn reread<T>(text: Option<&str>, schema: Node<'_>, step: impl Fn(Node<'_>) -> Option<T>) -> Option<T> {
    match text {
        Some(text) => step(Document::parse(text).ok()?.root()),
        None => step(schema),
    }
}

/// L5: returns the schema without boolean values of `properties`, or `None` when there are none.
pub(super) fn mend_boolean_properties(schema: Node<'_>) -> Option<String> {
    let mut edits = Edits::new(schema.document());
    for member in schema.member("properties")?.members() {
        match member.value.as_bool() {
            Some(true) => edits.replace(member.value, "{}"),
            Some(false) => edits.replace(member.value, "{\"not\":{}}"),
            None => {}
        }
    }
    if edits.is_empty() { None } else { Some(edits.finish_within(schema)) }
}

/// L8 and L11: the dialect that one side takes for granted, when the schema does not declare it.
fn missing_dialect(context: &Context<'_>, root: Node<'_>) -> Option<(&'static str, &'static str)> {
    const DRAFT_2020_12: &str = "https://json-schema.org/draft/2020-12/schema";
    const DRAFT_07: &str = "http://json-schema.org/draft-07/schema#";
    if !root.is_object() || root.member("$schema").is_some() {
        return None;
    }
    match (context.from.has_default_dialect, context.to.has_default_dialect) {
        (true, false) if uses_newer_keywords(root) => Some(("L8", DRAFT_2020_12)),
        (false, true) if is_draft_07_only(root) => Some(("L11", DRAFT_07)),
        _ => None,
    }
}

fn with_dialect(schema: &str, dialect: &str) -> String {
    let Ok(document) = Document::parse(schema) else { return schema.to_owned() };
    let mut edits = Edits::new(&document);
    edits.insert_member(document.root(), "$schema", &format!("\"{dialect}\""));
    edits.finish()
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
    // One that breaks the bounds is not looked at: no validator will take it, whatever it declares.
    if !is_bounded(root) {
        return false;
    }
    let value = root.to_value();
    jsonschema::draft7::meta::is_valid(&value) && !jsonschema::draft202012::meta::is_valid(&value)
}

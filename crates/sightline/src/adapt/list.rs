//! Steps on a `tools/list` result: L6, L7 and L10, and the steps of a definition on every entry.

use super::tool::adapt_tool;
use super::{Adapted, Context};
use crate::diagnostic::Subject;
use crate::json::{Edits, Node};
use crate::revision::Revision;
use crate::schema::headers::header_parameters;
use crate::tool::Tool;

/// What a list says about itself since lists can be cached, with the value that promises least.
const LIST_FIELDS: [(&str, &str); 3] =
    [("resultType", "\"complete\""), ("ttlMs", "0"), ("cacheScope", "\"private\"")];

/// Rewrites a `tools/list` result of revision `from` for a peer of revision `to`.
///
/// Entries keep their order. One that no client could call over HTTP is left out, with the reason
/// among the losses. Pointers of changes and losses point into the list as it was given.
///
/// ```
/// use sightline::adapt::adapt_list;
/// use sightline::json::Document;
/// use sightline::revision::Revision;
///
/// let list = Document::parse(r#"{"tools":[{"name":"a","inputSchema":{"type":"object"}}]}"#).unwrap();
/// let adapted = adapt_list(list.root(), &Revision::V2025_11_25, &Revision::V2026_07_28);
/// assert_eq!(
///     adapted.list.unwrap(),
///     r#"{"tools":[{"name":"a","inputSchema":{"type":"object"}}],"resultType":"complete","ttlMs":0,"cacheScope":"private"}"#
/// );
/// ```
#[must_use]
pub fn adapt_list(list: Node<'_>, from: &Revision, to: &Revision) -> Adapted {
    let mut context = Context::new(from, to);
    if context.is_same() || !list.is_object() {
        context.out.list = Some(list.text().to_owned());
        return context.out;
    }
    let mut edits = Edits::new(list.document());
    for (index, entry) in list.member("tools").into_iter().flat_map(Node::items).enumerate() {
        let at = format!("/tools/{index}");
        if let Some(reason) = unreachable_reason(&context, Tool::of(entry)) {
            edits.remove(entry);
            context.change("L6", Subject::List, at.clone(), "left out of the list");
            context.lose("L6", Subject::List, at, format!("the tool: {reason}"));
            continue;
        }
        let text = adapt_tool(&mut context, Tool::of(entry), &at, Subject::List);
        if text != entry.text() {
            edits.replace(entry, text);
        }
    }
    if context.to.has_cache_hints {
        add_list_fields(&mut context, list, &mut edits);
    } else {
        drop_list_fields(&mut context, list, &mut edits);
    }
    context.out.list = Some(edits.finish_within(list));
    context.out
}

/// L6: says why nobody could send the headers of a tool that asks for them.
fn unreachable_reason(context: &Context<'_>, tool: Tool<'_>) -> Option<&'static str> {
    if !context.from.has_parameter_headers || context.to.has_parameter_headers {
        return None;
    }
    let parameters = tool.input_schema().map(header_parameters).unwrap_or_default();
    parameters.iter().find_map(|parameter| parameter.problems.first()).map(|problem| problem.words())
}

/// L7: fields that the older peer does not know.
fn drop_list_fields<'d>(context: &mut Context<'_>, list: Node<'d>, edits: &mut Edits<'d>) {
    if !context.from.has_cache_hints {
        return;
    }
    for (name, _) in LIST_FIELDS {
        if list.member(name).is_none() {
            continue;
        }
        edits.remove_key(list, name);
        context.change("L7", Subject::List, format!("/{name}"), format!("dropped `{name}`"));
        if name != "resultType" {
            context.lose(
                "L7",
                Subject::List,
                format!("/{name}"),
                "how long the list may be kept, and by whom",
            );
        }
    }
}

/// L10: a list of an older server promises the least; what stood in these fields there meant nothing.
pub(super) fn add_list_fields<'d>(context: &mut Context<'_>, list: Node<'d>, edits: &mut Edits<'d>) {
    if context.from.has_cache_hints {
        return;
    }
    for (name, least) in LIST_FIELDS {
        let pointer = format!("/{name}");
        match list.member(name) {
            None => {
                edits.insert_member(list, name, least);
                context.change("L10", Subject::List, pointer, format!("added {least}"));
            }
            Some(foreign) if foreign.text() != least => {
                edits.replace(foreign, least);
                context.change(
                    "L10",
                    Subject::List,
                    pointer.clone(),
                    format!("a foreign `{name}` became {least}"),
                );
                context.lose(
                    "L10",
                    Subject::List,
                    pointer,
                    "a field that meant nothing in the older revision",
                );
            }
            Some(_) => {}
        }
    }
}

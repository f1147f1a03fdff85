//! HDR-007 `header-body-name-mismatch`; the page beside this file says what it finds and why.

use super::base64::decoded;
use super::findings::quoted;
use super::subschemas::subschemas;
use super::{Context, Findings, FixAvailability, Levels, Mend, Rule, Scope, Strength, revisions};
use crate::exchange::Told;
use crate::json::{Edits, Node, Text, quote};
use crate::tool::Tool;

pub(super) static RULE: Rule = Rule {
    name: "header-body-name-mismatch",
    code: "HDR-007",
    levels: Levels::ERROR,
    strength: Strength::Must,
    revisions: &revisions::FROM_2026_07,
    scope: Scope::Exchange,
    source: "2026-07-28, basic/transports/streamable-http: Standard Request Headers; 2026-07-28, basic/transports/streamable-http: Server Validation",
    fix: FixAvailability::Safe,
    why: "Servers refuse a request whose headers and body disagree (-32020), and what stands in between routes it by the wrong one.",
    help: "Derive the headers from the body that goes out, after renaming.",
    page: include_str!("header_body_name_mismatch.md"),
    check,
    mend: Mend::By(mend),
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(told) = context.told() else { return };
    for header in headers(told) {
        let Some((meant, found)) = meant(context, header.0).zip(header.1.as_str()) else { continue };
        let found = value_of(&found);
        let expected = match meant {
            Meant::Value(value) if value == found => continue,
            Meant::Value(value) => quoted(&value),
            Meant::Nothing => "no such header".to_owned(),
        };
        let message = format!("the header {} says something else than the body", header.0.to_str());
        findings.at(header.1, message).expects(expected).finds(quoted(&found));
    }
}

fn headers<'d>(told: &Told<'d>) -> impl Iterator<Item = (Text<'d>, Node<'d>)> {
    let headers = told.request.and_then(|request| request.member("headers"));
    headers.into_iter().flat_map(Node::members).map(|member| (member.key, member.value))
}

/// What the body says for a header.
enum Meant {
    Nothing,
    Value(String),
}

impl Meant {
    fn of(node: Option<Node<'_>>) -> Self {
        let said = node.filter(|node| !node.is_null());
        said.map_or(Self::Nothing, |node| {
            Self::Value(node.as_str().map_or_else(|| node.text().to_owned(), std::borrow::Cow::into_owned))
        })
    }
}

/// Returns what the body says for a header; `None` for headers that copy nothing.
fn meant(context: &Context<'_>, header: Text<'_>) -> Option<Meant> {
    let told = context.told()?;
    let name = header.to_str().to_ascii_lowercase();
    if name == "mcp-method" {
        return Some(Meant::of(told.request?.member("method")));
    }
    let params = told.params();
    if name == "mcp-name" {
        let field = match &*told.method()? {
            "tools/call" | "prompts/get" => "name",
            "resources/read" => "uri",
            _ => return None,
        };
        return Some(Meant::of(params.and_then(|params| params.member(field))));
    }
    let parameter = name.strip_prefix("mcp-param-")?;
    let schema = context.tool().and_then(Tool::input_schema)?;
    let annotated = subschemas(schema).into_iter().find(|inner| {
        let header = inner.node.member("x-mcp-header").and_then(Node::as_str);
        inner.by_properties && header.is_some_and(|header| header.eq_ignore_ascii_case(parameter))
    })?;
    // Only `properties` steps lead to it, so every other step of its pointer is a name.
    let pointer = annotated.node.pointer();
    let pointer = pointer.strip_prefix(&schema.pointer())?.replace("/properties/", "/");
    let value = params.and_then(|params| params.member("arguments")?.at(&pointer));
    Some(Meant::of(value))
}

/// The value of a header, out of the form that carries other than plain characters.
fn value_of(text: &str) -> String {
    let text = text.trim_matches([' ', '\t']);
    let coded = text.strip_prefix("=?base64?").and_then(|rest| rest.strip_suffix("?="));
    let plain = coded.and_then(decoded).and_then(|bytes| String::from_utf8(bytes).ok());
    plain.unwrap_or_else(|| text.to_owned())
}

fn mend<'d>(context: &Context<'_>, node: Node<'d>) -> Option<Edits<'d>> {
    let (name, _) = headers(context.told()?).find(|(_, value)| value.pointer() == node.pointer())?;
    let mut edits = Edits::new(node.document());
    match meant(context, name)? {
        Meant::Nothing => edits.remove(node),
        // Other characters need the coded form, which is left to who sends the request.
        Meant::Value(text) if text.bytes().all(|byte| byte.is_ascii_graphic()) => {
            edits.replace(node, quote(&text));
        }
        Meant::Value(_) => return None,
    }
    Some(edits)
}

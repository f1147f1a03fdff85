//! What a surface shows the model for a protocol error, which comes in place of a result.

use super::draft::Draft;
use super::slots::Slots;
use super::{Call, ErrorShown, Note, Part, Projection, account, forms, message, words};
use crate::json::Node;
use crate::profile::{ErrorMark, ListForm, ProtocolErrorForm, Surface};
use crate::result::ToolResult;
use crate::sdk::print::{Brackets, Spacing, Style, print, quoted, write};
use crate::sdk::repr::{quote, repr};

/// Returns what a surface shows the model for a protocol error; `None` when its profile does not say, or when
/// the error is no object.
///
/// ```
/// use sightline::json::Document;
/// use sightline::profile::{Profile, Selector};
/// use sightline::project::{Call, project_error};
///
/// let document = Document::parse(r#"{"code": -32603, "message": "disk full"}"#).unwrap();
/// let profile = Profile::of("opencode").unwrap();
/// let surface = profile.surface(&Selector::default()).unwrap();
/// let projection = project_error(&Call::default(), document.root(), surface).unwrap();
/// assert_eq!(projection.texts().collect::<Vec<_>>(), ["MCP error -32603: disk full"]);
/// ```
#[must_use]
pub fn project_error<'c>(call: &'c Call<'c>, error: Node<'c>, surface: &Surface) -> Option<Projection> {
    let behaviour = &surface.behaviour;
    let form = behaviour.protocol_error.as_ref()?;
    let list = form.of_list.as_ref().and_then(|known| listed(error, known));
    let other = over_http(call, error, form).or_else(|| of_list(form, list.is_some()));
    let form = other.as_ref().unwrap_or(form);
    // An error has none of a result's members, so nothing of one is shown or missed.
    let mut draft = Draft::new(call, ToolResult::of(error)?, behaviour);
    draft.step("sdk", "hands on a protocol error in place of a result");
    if form.ends_run {
        draft.step("wrapping", "the run ends");
        let mut projection = account::finish(&draft, surface, Vec::new(), ErrorShown::RunAborted, None);
        projection.lost.extend(lost(error, form, &[]));
        return Some(projection);
    }
    let mut slots = Slots::from(said(call, error, form, list.as_deref()));
    if !form.lead.is_empty() {
        slots.put_first(vec![words::fill_call(call, &form.lead)]);
    }
    draft.step("wrapping", "the client's words for a protocol error");
    if let Some(frame) = &behaviour.frame {
        forms::frame(&mut draft, frame, &mut slots);
    }
    let parts = message::message(&mut draft, &behaviour.message, slots, form.marked != ErrorMark::None);
    let shown = match form.marked {
        ErrorMark::None => ErrorShown::None,
        ErrorMark::Substituted => ErrorShown::Substituted,
        ErrorMark::Flag | ErrorMark::FlagUnlessEmpty => ErrorShown::Flagged,
    };
    let lost = lost(error, form, &parts);
    let mut projection = account::finish(&draft, surface, parts, shown, None);
    projection.lost.extend(lost);
    Some(projection)
}

/// The form of an error of which the status of an HTTP answer tells first.
fn over_http(call: &Call<'_>, error: Node<'_>, form: &ProtocolErrorForm) -> Option<ProtocolErrorForm> {
    let over_http = form.over_http.as_ref().filter(|_| call.transport.as_deref() == Some("http"))?;
    let code =
        error.member("code").and_then(Node::as_number).and_then(|code| code.as_str().parse::<i64>().ok())?;
    over_http.codes.contains(&code).then(|| ProtocolErrorForm {
        text: over_http.text.clone(),
        marked: over_http.marked,
        with_data: None,
        over_http: None,
        ..form.clone()
    })
}

/// The form of an error whose data hold a list that the client knows.
fn of_list(form: &ProtocolErrorForm, has_list: bool) -> Option<ProtocolErrorForm> {
    let known = form.of_list.as_ref().filter(|_| has_list)?;
    Some(ProtocolErrorForm { text: known.text.clone(), with_data: None, of_list: None, ..form.clone() })
}

/// The list that an error's data hold, as Python prints it, if it is what the client takes.
fn listed(error: Node<'_>, known: &ListForm) -> Option<String> {
    if error.member("code").is_none_or(|code| code.text() != known.code.to_string()) {
        return None;
    }
    let list = error.member("data")?.member(&known.member).filter(|list| list.is_array())?;
    let is_text =
        |item: Node<'_>, name: &String| item.member(name).is_some_and(|value| value.as_text().is_some());
    if !list.items().all(|item| known.texts.iter().all(|name| is_text(item, name))) {
        return None;
    }
    let style = Style { spacing: Spacing::Spaced, ascii: true, ..Style::PYTHON };
    let mut out = String::new();
    let mut items = Brackets::open('[', &style, 0, &mut out);
    for item in list.items() {
        items.item(&mut out);
        let mut object = Brackets::open('{', &style, 1, &mut out);
        for (received, printed) in &known.names {
            let Some(value) = item.member(received).filter(|value| !value.is_null()) else { continue };
            object.member(printed, &style, &mut out);
            write(value, &style, 2, &mut out);
        }
        object.close('}', &mut out);
    }
    items.close(']', &mut out);
    Some(out)
}

fn said(call: &Call<'_>, error: Node<'_>, form: &ProtocolErrorForm, list: Option<&str>) -> String {
    let data = error.member("data");
    let template = form.with_data.as_ref().filter(|_| data.is_some()).unwrap_or(&form.text);
    let message = error.member("message").and_then(Node::as_str).unwrap_or_default();
    words::fill_with(call, template, &|name| match name {
        "code" => Some(error.member("code").map(|code| code.text().to_owned()).unwrap_or_default()),
        "data" => Some(data.map(|data| print(data, &Style::JAVASCRIPT)).unwrap_or_default()),
        "error" => Some(error.text().to_owned()),
        "list" => list.map(str::to_owned),
        "data:inner" => data.map(|data| inner(&print(data, &Style::JAVASCRIPT))),
        "data:repr" => Some(data.map_or_else(|| "None".to_owned(), repr)),
        "message" => Some(message.clone().into_owned()),
        "message:inner" => Some(inner(&message)),
        "message:repr" => Some(quote(&message)),
        _ => None,
    })
}

/// A text as it stands between the quotes of a JSON string.
fn inner(text: &str) -> String {
    let quoted = quoted(text, &Style::JAVASCRIPT);
    quoted.get(1..quoted.len() - 1).unwrap_or_default().to_owned()
}

/// What of the error the model does not read.
fn lost(error: Node<'_>, form: &ProtocolErrorForm, parts: &[Part]) -> Vec<Note> {
    let template = form.with_data.as_ref().filter(|_| error.member("data").is_some()).unwrap_or(&form.text);
    let mut lost = Vec::new();
    let mut note = |name: &str, why: &str| {
        lost.push(Note { pointer: format!("/{name}"), why: why.to_owned() });
    };
    let has = |name: &str| {
        !parts.is_empty() && [name, "{error}"].iter().any(|name| template.contains(name))
            || name == "{data" && template.contains("{list}")
    };
    if !has("{message") {
        note("message", "the error's message does not reach the model");
    }
    if error.member("data").is_some() && !has("{data") {
        note("data", "the error's data do not reach the model");
    }
    lost
}

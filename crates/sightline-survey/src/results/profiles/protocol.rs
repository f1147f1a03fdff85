//! What the model is told of a protocol error, which comes in place of a result.

use sightline::json::{Document, Node, quote};
use sightline::sdk::print::{Style, print, quoted};

use super::draft::{CaseDraft, Draft, only_member, templated};
use crate::results::read::Observed;

/// Whether a record's wire is a protocol error.
pub(super) fn is_error(one: &Observed) -> bool {
    one.record.other.get("rpc_error").is_some_and(|value| value == &serde_json::Value::Bool(true))
}

/// Sets the words that explain most of these records.
pub(super) fn search(draft: &mut Draft, errors: &[&Observed]) {
    if errors.is_empty() {
        return;
    }
    if let Some((key, _)) = errors.iter().find_map(|one| only_member(one)) {
        draft.message = format!("{{ object-key = {} }}", quote(&key));
    }
    let told = |form: &String| {
        let tried = Draft { protocol: form.clone(), ..draft.clone() };
        tried.and(CaseDraft::showing(r#"["content"]"#)).count(errors)
    };
    // Of forms that explain as much, the first is the plainest.
    let mut best = (0, String::new());
    for form in forms(draft, errors) {
        let many = told(&form);
        if many > best.0 {
            best = (many, form);
        }
    }
    draft.protocol = best.1;
}

fn forms(draft: &Draft, errors: &[&Observed]) -> Vec<String> {
    if errors.iter().all(|one| one.record.error == "run-aborted") {
        return vec!["{ ends-run = true }".to_owned()];
    }
    let has_data = |one: &&&Observed| {
        Document::parse(&one.record.wire).is_ok_and(|wire| wire.root().member("data").is_some())
    };
    let plain = errors.iter().find(|one| !has_data(one)).or(errors.first());
    let with_data = errors.iter().find(has_data);
    let Some(plain) = plain else { return Vec::new() };
    let mark = match plain.record.error.as_str() {
        "flagged" => r#", marked = "flag""#,
        "substituted" => r#", marked = "substituted""#,
        _ => "",
    };
    let mut forms = Vec::new();
    for is_inner in [false, true] {
        let Some((lead, text)) = words(draft, plain, is_inner) else { continue };
        let lead = lead.map(|lead| format!(", lead = {}", quote(&lead))).unwrap_or_default();
        let head = format!("text = {}{lead}{mark}", quote(&text));
        forms.push(format!("{{ {head} }}"));
        let own = with_data.and_then(|one| words(draft, one, is_inner)).filter(|(_, own)| *own != text);
        if let Some((_, own)) = own {
            forms.push(format!("{{ {head}, with-data = {} }}", quote(&own)));
        }
    }
    forms
}

/// The words of a record, and those of a part before them, with the error's own as placeholders.
fn words(draft: &Draft, one: &Observed, is_inner: bool) -> Option<(Option<String>, String)> {
    let parts = &one.record.parts;
    let member = only_member(one).map(|(_, text)| text);
    let last = member.or_else(|| parts.last().and_then(|part| part.text.clone()))?;
    let lead = match parts.as_slice() {
        [lead, _] => lead.text.clone(),
        _ => None,
    };
    let document = Document::parse(&one.record.wire).ok()?;
    let error = document.root();
    let inner = |text: &str| quoted(text, &Style::JAVASCRIPT).trim_matches('"').to_owned();
    let (suffix, form): (&str, &dyn Fn(&str) -> String) =
        if is_inner { (":inner", &inner) } else { ("", &|text: &str| text.to_owned()) };
    let mut text = draft.unframed(&last);
    let mut put = |value: Option<String>, name: &str| {
        if let Some(value) = value.map(|value| form(&value)).filter(|value| value.len() > 2) {
            text = text.replace(&value, name);
        }
    };
    put(error.member("data").map(|data| print(data, &Style::JAVASCRIPT)), &format!("{{data{suffix}}}"));
    let message = error.member("message").and_then(Node::as_str).map(std::borrow::Cow::into_owned);
    put(message, &format!("{{message{suffix}}}"));
    put(error.member("code").map(|code| code.text().to_owned()), "{code}");
    Some((lead.map(|lead| templated(&lead, one)), templated(&text, one)))
}

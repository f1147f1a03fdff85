//! Placeholders in a profile's words that the call decides, filled in one pass.

use super::Call;
use crate::json::Document;
use crate::sdk::print::{Style, print, quoted};
use crate::sdk::repr::repr;

/// Fills the placeholders that the call decides.
pub(super) fn fill_call(call: &Call<'_>, template: &str) -> String {
    fill_with(call, template, &|_| None)
}

/// Fills the placeholders that the call decides, and further ones by name; unknown ones stay.
///
/// One pass, so that what a server sends is never taken for a placeholder.
pub(super) fn fill_with(call: &Call<'_>, template: &str, further: &dyn Fn(&str) -> Option<String>) -> String {
    let mut out = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let Some((name, behind)) = after.split_once('}') else {
            out.push('{');
            rest = after;
            continue;
        };
        // A brace that opens no placeholder is text, and the next one may open one.
        if name.contains('{') || name.is_empty() {
            out.push('{');
            rest = after;
            continue;
        }
        match further(name).or_else(|| of_call(call, name)) {
            Some(value) => out.push_str(&value),
            None => {
                out.push('{');
                out.push_str(name);
                out.push('}');
            }
        }
        rest = behind;
    }
    out.push_str(rest);
    out
}

fn of_call(call: &Call<'_>, name: &str) -> Option<String> {
    Some(match name {
        "server" => call.server.clone(),
        "server_word" => word(&call.server),
        "tool" => call.name(),
        "tool_word" => word(&call.name()),
        "model" => call.model.clone()?,
        "called as" => call.called_as.clone()?,
        "called as:quoted" => {
            let name = call.called_as.as_deref().unwrap_or("{called as}");
            quoted(name, &Style::JAVASCRIPT)
        }
        "call id" => call.id.clone()?,
        "arguments" => arguments(call, &Style::JAVASCRIPT),
        "arguments:quoted" => quoted(&arguments(call, &Style::JAVASCRIPT), &Style::JAVASCRIPT),
        "arguments:repr" => {
            let arguments = call.arguments.as_deref().unwrap_or("{}");
            Document::parse(arguments).map_or_else(|_| arguments.to_owned(), |document| repr(document.root()))
        }
        "model:quoted" => quoted(call.model.as_deref().unwrap_or_default(), &Style::JAVASCRIPT),
        "python_arguments" => arguments(call, &Style { sort_keys: true, ..Style::PYTHON }),
        _ => return None,
    })
}

fn arguments(call: &Call<'_>, style: &Style) -> String {
    let arguments = call.arguments.as_deref().unwrap_or("{}");
    Document::parse(arguments).map_or_else(|_| arguments.to_owned(), |document| print(document.root(), style))
}

/// A name with an underscore for everything but ASCII letters and digits.
fn word(name: &str) -> String {
    let fit = |character: char| if character.is_ascii_alphanumeric() { character } else { '_' };
    name.chars().map(fit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::placeholders::OF_CALL;

    #[test]
    fn the_placeholders_that_profiles_may_use_are_filled() {
        let told = || Some("x".to_owned());
        let call = Call { called_as: told(), id: told(), model: told(), ..Call::default() };
        for name in OF_CALL {
            assert!(of_call(&call, name).is_some(), "{name}");
        }
    }

    #[test]
    fn a_template_is_filled_in_one_pass() {
        let call = Call { server: "{tool}-a.b".to_owned(), tool_name: "t".to_owned(), ..Call::default() };
        let fill = |template: &str| fill_with(&call, template, &|_| None);
        assert_eq!(fill("{server} {tool} {path} {"), "{tool}-a.b t {path} {");
        assert_eq!(fill("mcp__{server_word}"), "mcp___tool__a_b");
        assert_eq!(fill(r#"{"a": {tool}}"#), r#"{"a": t}"#);
        assert_eq!(fill("{called as}"), "{called as}");
    }
}

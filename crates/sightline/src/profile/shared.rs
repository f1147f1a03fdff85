//! Lists and rules that a profile names once and uses many times.
//!
//! `mime = "NAME"` and `uri = "NAME"` stand for a list of `[lists]`; `{ use = "NAME" }` among block rules
//! stands for the rules of that name in `[rules]`.

use toml::de::{DeTable, DeValue};

use super::ProfileError;
use super::source::{Source, Value};

/// How deep rules may use rules.
const DEEPEST: usize = 8;

/// Puts the lists and rules of a file where a behaviour uses them.
pub(super) fn expand<'t>(
    source: &Source<'t>,
    value: &mut Value<'t>,
    lists: &DeTable<'t>,
    rules: &DeTable<'t>,
) -> Result<(), ProfileError> {
    match value.get_mut() {
        DeValue::Table(table) => {
            for (key, value) in table.iter_mut() {
                let key = key.get_ref().as_ref();
                if let (true, DeValue::String(name)) = (matches!(key, "mime" | "uri"), value.get_ref()) {
                    let unknown = || source.error_at(value.span(), &unknown("list", name, lists));
                    *value = lists.get(name.as_ref()).cloned().ok_or_else(unknown)?;
                } else if key == "blocks" && value.get_ref().is_array() {
                    expand_rules(source, value, lists, rules)?;
                    continue;
                }
                expand(source, value, lists, rules)?;
            }
        }
        DeValue::Array(items) => {
            for item in items.iter_mut() {
                expand(source, item, lists, rules)?;
            }
        }
        DeValue::Boolean(_)
        | DeValue::Datetime(_)
        | DeValue::Float(_)
        | DeValue::Integer(_)
        | DeValue::String(_) => {}
    }
    Ok(())
}

/// The same for a list of rules by itself.
pub(super) fn expand_rules<'t>(
    source: &Source<'t>,
    value: &mut Value<'t>,
    lists: &DeTable<'t>,
    rules: &DeTable<'t>,
) -> Result<(), ProfileError> {
    if let DeValue::Array(blocks) = value.get_mut() {
        let mut into = Vec::new();
        for rule in blocks.iter() {
            use_rule(source, rule.clone(), rules, &mut into, DEEPEST)?;
        }
        for rule in &mut into {
            expand(source, rule, lists, rules)?;
        }
        *blocks = into.into_iter().collect();
    }
    Ok(())
}

fn use_rule<'t>(
    source: &Source<'t>,
    rule: Value<'t>,
    rules: &DeTable<'t>,
    into: &mut Vec<Value<'t>>,
    depth: usize,
) -> Result<(), ProfileError> {
    let used = rule.get_ref().as_table().and_then(|table| table.get("use"));
    let Some((name, at)) = used.and_then(|used| Some((used.get_ref().as_str()?, used.span()))) else {
        into.push(rule);
        return Ok(());
    };
    let Some(named) = rules.get(name).and_then(|named| named.get_ref().as_array()) else {
        return Err(source.error_at(at, &unknown("rules", name, rules)));
    };
    if depth == 0 {
        return Err(source.error_at(at, &format!("the rules {name:?} use each other in a circle")));
    }
    for rule in named {
        use_rule(source, rule.clone(), rules, into, depth - 1)?;
    }
    Ok(())
}

fn unknown(what: &str, name: &str, known: &DeTable<'_>) -> String {
    let known: Vec<&str> = known.keys().map(|key| key.get_ref().as_ref()).collect();
    let known =
        if known.is_empty() { "there is none".to_owned() } else { format!("there are {}", known.join(", ")) };
    format!("no {what} {name:?} in this file; {known}")
}

#[cfg(test)]
mod tests {
    use super::super::Profile;

    fn profile(blocks: &str) -> String {
        format!(
            r#"
client = "c"
title = "C"
home = "https://example.com"

[lists]
pictures = ["image/png"]

[rules]
all = [{{ use = "media" }}, {{ kind = "text", emit = [{{ text = "{{text}}" }}] }}]
media = [{{ kind = "image", mime = "pictures", emit = [] }}]

[[version]]
version = "1"
counts-from = "2026-01-01"
evidence = {{ how = "read", date = "2026-01-01", source = "s" }}
surface = [{{ name = "conversation", dialect = "none", behaviour = "b" }}]

[behaviour.b]
cases = [{{ show = ["content"] }}]
blocks = [{blocks}]
"#
        )
    }

    #[test]
    fn rules_and_lists_are_put_where_they_are_used() {
        let profile = Profile::parse(&profile(r#"{ use = "all" }"#)).unwrap();
        let blocks = &profile.versions[0].surfaces[0].behaviour.blocks;
        assert_eq!(blocks.len(), 2);
        assert_eq!(blocks[0].mime, ["image/png"]);
    }

    #[test]
    fn what_is_not_there_is_named() {
        let check = |blocks: &str, word: &str| {
            let error = Profile::parse(&profile(blocks)).unwrap_err();
            assert_eq!(error.place().unwrap().line, 21);
            assert!(error.to_string().contains(word), "{error}");
        };
        check(r#"{ use = "none" }"#, "no rules \"none\" in this file; there are all, media");
        check(
            r#"{ kind = "image", mime = "sounds", emit = [] }"#,
            "no list \"sounds\" in this file; there are pictures",
        );
        let circle = profile("").replace("[rules]", "[rules]\nloop = [{ use = \"loop\" }]");
        let error = Profile::parse(&circle).unwrap_err().to_string();
        assert!(error.starts_with("line 10, column 17: ") && error.contains("use each other"), "{error}");
    }
}

//! Lists and rules that a profile names once and uses many times.
//!
//! `mime = "NAME"` and `uri = "NAME"` stand for a list of `[lists]`; `{ use = "NAME" }` among block rules
//! stands for the rules of that name in `[rules]`.

use toml::{Table, Value};

use super::ProfileError;

/// How deep rules may use rules.
const DEEPEST: usize = 8;

/// Puts the lists and rules of a file where a behaviour uses them.
pub(super) fn expand(value: &mut Value, lists: &Table, rules: &Table) -> Result<(), ProfileError> {
    match value {
        Value::Table(table) => {
            for (key, value) in table.iter_mut() {
                if let (true, Value::String(name)) = (matches!(key.as_str(), "mime" | "uri"), &*value) {
                    let unknown = || ProfileError(format!("no list {name:?} in the profile"));
                    *value = lists.get(name).cloned().ok_or_else(unknown)?;
                } else if let ("blocks", Value::Array(blocks)) = (key.as_str(), &mut *value) {
                    let used = std::mem::take(blocks);
                    use_rules(used, rules, blocks, DEEPEST)?;
                }
                expand(value, lists, rules)?;
            }
        }
        Value::Array(items) => {
            for item in items {
                expand(item, lists, rules)?;
            }
        }
        Value::Boolean(_) | Value::Datetime(_) | Value::Float(_) | Value::Integer(_) | Value::String(_) => {}
    }
    Ok(())
}

fn use_rules(
    from: Vec<Value>,
    rules: &Table,
    into: &mut Vec<Value>,
    depth: usize,
) -> Result<(), ProfileError> {
    for rule in from {
        let Some(name) = rule.get("use").and_then(Value::as_str) else {
            into.push(rule);
            continue;
        };
        let Some(named) = rules.get(name).and_then(Value::as_array).filter(|_| depth > 0) else {
            return Err(ProfileError(format!("no rules {name:?} in the profile, or they use each other")));
        };
        use_rules(named.clone(), rules, into, depth - 1)?;
    }
    Ok(())
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
loop = [{{ use = "loop" }}]

[[version]]
version = "1"
counts-from = "2026-01-01"
evidence = {{ how = "read", date = "2026-01-01", source = "s" }}
surface = [{{ name = "conversation", dialect = "none", behaviour = "b" }}]

[behaviour.b]
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
            let error = Profile::parse(&profile(blocks)).unwrap_err().to_string();
            assert!(error.contains(word), "{error}");
        };
        check(r#"{ use = "none" }"#, "none");
        check(r#"{ use = "loop" }"#, "use each other");
        check(r#"{ kind = "image", mime = "sounds", emit = [] }"#, "sounds");
    }
}

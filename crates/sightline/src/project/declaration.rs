//! The type of a JSON value as TypeScript declares it.

use std::collections::BTreeMap;

use crate::json::{Kind, Node};

/// What is known of a value's type.
enum Type {
    Boolean,
    List(Box<Type>),
    Null,
    Number,
    /// Members in the order of their names, and whether each stands in every object.
    Object(BTreeMap<String, (Type, bool)>),
    String,
}

/// The declaration of a value's type; `None` where how a client would write it was never seen: of lists without
/// items or with items of several types, and of names that are no words.
pub(super) fn of(value: Node<'_>) -> Option<String> {
    let declared = type_of(value)?;
    let written = written(&declared);
    Some(match declared {
        Type::Object(_) => format!("export interface Output {written}\n"),
        Type::Boolean | Type::List(_) | Type::Null | Type::Number | Type::String => {
            format!("export type Output = {written}\n")
        }
    })
}

// Recursion is bounded by the depth that a document may have.
fn type_of(value: Node<'_>) -> Option<Type> {
    Some(match value.kind() {
        Kind::Null => Type::Null,
        Kind::Bool => Type::Boolean,
        Kind::Number => Type::Number,
        Kind::String => Type::String,
        Kind::Array => {
            let mut items = value.items();
            let first = type_of(items.next()?)?;
            let all = items.try_fold(first, |all, item| joined(all, type_of(item)?))?;
            Type::List(Box::new(all))
        }
        Kind::Object => {
            let mut members = BTreeMap::new();
            for member in value.members() {
                let name = member.key.to_str().into_owned();
                let is_word =
                    name.chars().all(|character| character.is_ascii_alphanumeric() || character == '_');
                if !is_word || name.starts_with(|first: char| first.is_ascii_digit()) || name.is_empty() {
                    return None;
                }
                members.insert(name, (type_of(member.value)?, true));
            }
            Type::Object(members)
        }
    })
}

/// The type of both; `None` where there is none but a choice.
fn joined(one: Type, other: Type) -> Option<Type> {
    Some(match (one, other) {
        (Type::Boolean, Type::Boolean) => Type::Boolean,
        (Type::Null, Type::Null) => Type::Null,
        (Type::Number, Type::Number) => Type::Number,
        (Type::String, Type::String) => Type::String,
        (Type::List(one), Type::List(other)) => Type::List(Box::new(joined(*one, *other)?)),
        (Type::Object(one), Type::Object(mut other)) => {
            let mut all = BTreeMap::new();
            for (name, (inner, is_always)) in one {
                let both = match other.remove(&name) {
                    Some((theirs, theirs_always)) => (joined(inner, theirs)?, is_always && theirs_always),
                    None => (inner, false),
                };
                all.insert(name, both);
            }
            all.extend(other.into_iter().map(|(name, (inner, _))| (name, (inner, false))));
            Type::Object(all)
        }
        _ => return None,
    })
}

fn written(declared: &Type) -> String {
    match declared {
        Type::Boolean => "boolean".to_owned(),
        Type::List(inner) => format!("{}[]", written(inner)),
        Type::Null => "null".to_owned(),
        Type::Number => "number".to_owned(),
        Type::Object(members) => {
            let line = |(name, (inner, is_always)): (&String, &(Type, bool))| {
                format!("{name}{}: {}\n", if *is_always { "" } else { "?" }, written(inner))
            };
            format!("{{\n{}}}", members.iter().map(line).collect::<String>())
        }
        Type::String => "string".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::of;
    use crate::json::Document;

    #[test]
    fn types_are_declared_as_far_as_they_were_seen() {
        let check = |json: &str, expected: Option<&str>| {
            let document = Document::parse(json).unwrap();
            assert_eq!(of(document.root()).as_deref(), expected, "{json}");
        };
        check("\"a\"", Some("export type Output = string\n"));
        check("[1, 2]", Some("export type Output = number[]\n"));
        check(
            r#"{"r": [{"row": 1, "name": "x"}], "a": "s"}"#,
            Some("export interface Output {\na: string\nr: {\nname: string\nrow: number\n}[]\n}\n"),
        );
        check(
            r#"[{"a": true}, {"a": false, "b": null}]"#,
            Some("export type Output = {\na: boolean\nb?: null\n}[]\n"),
        );
        for unseen in ["[]", "[1, null]", r#"{"a b": 1}"#, r#"{"": 1}"#, r#"{"1a": 1}"#] {
            check(unseen, None);
        }
    }
}

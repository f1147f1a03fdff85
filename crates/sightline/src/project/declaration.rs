//! The type of a JSON value as TypeScript declares it.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::json::{Kind, Node, Text};

/// What is known of a value's type.
enum Type<'d> {
    Boolean,
    List(Box<Type<'d>>),
    Null,
    Number,
    Object(Members<'d>),
    String,
}

/// Most names that are looked through one by one; an object may have as many members as its document.
const FEW: usize = 16;

/// What objects at one place have: rows of a table mostly have the same members in the same order.
struct Members<'d> {
    /// How many objects there were.
    objects: usize,
    /// Names in the order in which they were first seen, with how many objects have them.
    all: Vec<(Cow<'d, str>, Type<'d>, usize)>,
    /// Where each name stands, once there are many.
    places: HashMap<Cow<'d, str>, usize>,
}

/// The declaration of a value's type, with members by name or as they were first seen; `None` where how a client would write it was never seen: of lists without
/// items or with items of several types, and of names that are no words.
pub(super) fn of(value: Node<'_>, sort_keys: bool) -> Option<String> {
    let declared = type_of(value)?;
    let mut out = String::new();
    let is_object = matches!(declared, Type::Object(_));
    out.push_str(if is_object { "export interface Output " } else { "export type Output = " });
    write(&declared, sort_keys, &mut out);
    out.push('\n');
    Some(out)
}

// Recursion is bounded by the depth that a document may have.
fn type_of(value: Node<'_>) -> Option<Type<'_>> {
    Some(match value.kind() {
        Kind::Null => Type::Null,
        Kind::Bool => Type::Boolean,
        Kind::Number => Type::Number,
        Kind::String => Type::String,
        Kind::Array => {
            let mut items = value.items();
            let mut all = type_of(items.next()?)?;
            for item in items {
                join(&mut all, item)?;
            }
            Type::List(Box::new(all))
        }
        Kind::Object => {
            let mut members = Members { objects: 0, all: Vec::new(), places: HashMap::new() };
            members.add(value)?;
            Type::Object(members)
        }
    })
}

/// Makes a type that of a further value too; `None` where there is none but a choice.
fn join<'d>(known: &mut Type<'d>, value: Node<'d>) -> Option<()> {
    match (known, value.kind()) {
        (Type::Boolean, Kind::Bool)
        | (Type::Null, Kind::Null)
        | (Type::Number, Kind::Number)
        | (Type::String, Kind::String) => Some(()),
        (Type::List(inner), Kind::Array) if !value.is_empty() => {
            value.items().try_for_each(|item| join(inner, item))
        }
        (Type::Object(members), Kind::Object) => members.add(value),
        _ => None,
    }
}

impl<'d> Members<'d> {
    /// Adds the members of one more object.
    fn add(&mut self, object: Node<'d>) -> Option<()> {
        self.objects += 1;
        let mut place = 0;
        object.try_each_member(|key, value| {
            let is_it = |entry: &(Cow<'_, str>, Type<'_>, usize)| key.is(&entry.0);
            // Most often it stands where it stood before.
            let known = self.all.get(place).is_some_and(is_it).then_some(place);
            place += 1;
            match known.or_else(|| self.place(key)) {
                Some(at) => {
                    let (_, known, count) = self.all.get_mut(at)?;
                    join(known, value)?;
                    *count += 1;
                }
                None => {
                    let name = key.to_str();
                    if !is_word(&name) {
                        return None;
                    }
                    self.push(name, type_of(value)?);
                }
            }
            Some(())
        })
    }

    /// Where a member stands that objects before had.
    fn place(&self, key: Text<'_>) -> Option<usize> {
        if self.places.is_empty() {
            return self.all.iter().position(|(name, ..)| key.is(name));
        }
        self.places.get(&*key.to_str()).copied()
    }

    fn push(&mut self, name: Cow<'d, str>, declared: Type<'d>) {
        self.all.push((name.clone(), declared, 1));
        if !self.places.is_empty() {
            self.places.insert(name, self.all.len() - 1);
        } else if self.all.len() > FEW {
            let places = self.all.iter().enumerate();
            self.places = places.map(|(place, (name, ..))| (name.clone(), place)).collect();
        }
    }
}

fn is_word(name: &str) -> bool {
    let fits = |character: char| character.is_ascii_alphanumeric() || character == '_';
    name.chars().all(fits) && name.starts_with(|first: char| !first.is_ascii_digit())
}

fn write(declared: &Type<'_>, sort_keys: bool, out: &mut String) {
    match declared {
        Type::Boolean => out.push_str("boolean"),
        Type::List(inner) => {
            write(inner, sort_keys, out);
            out.push_str("[]");
        }
        Type::Null => out.push_str("null"),
        Type::Number => out.push_str("number"),
        Type::Object(members) => {
            let mut members_of: Vec<_> = members.all.iter().collect();
            if sort_keys {
                members_of.sort_unstable_by(|one, other| one.0.cmp(&other.0));
            }
            out.push_str("{\n");
            for (name, inner, count) in members_of {
                out.push_str(name);
                out.push_str(if *count == members.objects { ": " } else { "?: " });
                write(inner, sort_keys, out);
                out.push('\n');
            }
            out.push('}');
        }
        Type::String => out.push_str("string"),
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
            assert_eq!(of(document.root(), true).as_deref(), expected, "{json}");
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
        check(
            r#"[{"b": 1, "a": [{"x": 1}]}, {"a": [{"y": 1}, {"x": 2}], "c": "s"}]"#,
            Some("export type Output = {\na: {\nx?: number\ny?: number\n}[]\nb?: number\nc?: string\n}[]\n"),
        );
        for unseen in [
            "[[1], []]",
            "[[1], [null]]",
            r#"[{"a": 1}, {"a": "1"}]"#,
            "[]",
            "[1, null]",
            r#"{"a b": 1}"#,
            r#"{"": 1}"#,
            r#"{"1a": 1}"#,
        ] {
            check(unseen, None);
        }
    }

    #[test]
    fn members_stand_as_they_were_met_unless_they_are_sorted() {
        let document = Document::parse(r#"[{"b": 1, "a": 2}, {"c": 3, "b": 4}]"#).unwrap();
        let declared = |sort_keys| of(document.root(), sort_keys).unwrap();
        assert_eq!(declared(false), "export type Output = {\nb: number\na?: number\nc?: number\n}[]\n");
        assert_eq!(declared(true), "export type Output = {\na?: number\nb: number\nc?: number\n}[]\n");
    }
}

//! The kinds that pydantic takes in its lax mode, and the models of the Python SDK made of them.
//!
//! The SDK validates every result before a client sees it. It is generous with spellings (`"yes"` is
//! an error flag) and strict with shapes: one block that fits no model refuses the whole result.
//! Compared with `mcp` 1.26.0, 1.30.0 and 2.3.0, run on 2026-11-30.

use crate::json::{Kind, Node};
use crate::sdk::url;

/// Which generation of the SDK's models.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Models {
    /// `mcp` 1.x: locations are parsed URLs.
    One,
    /// `mcp` 2.x: locations are any text.
    Two,
}

/// What a member may hold.
#[derive(Clone, Copy)]
enum Want {
    Annotations,
    Audience,
    Dictionary,
    Icons,
    Integer,
    Location,
    Name(&'static str),
    Priority,
    /// A text in 2.x; 1.x does not know the member.
    NewText,
    Resource,
    Text,
    Texts,
    Theme,
}

/// A member of a model; one that is not required may be `null`.
type Field = (&'static str, Want, bool);

const ANNOTATIONS: Field = ("annotations", Want::Annotations, false);
const META: Field = ("_meta", Want::Dictionary, false);

/// The models of a content block; a block is taken when one of them fits.
const BLOCKS: &[&[Field]] = &[
    &[("type", Want::Name("text"), true), ("text", Want::Text, true), ANNOTATIONS, META],
    &[
        ("type", Want::Name("image"), true),
        ("data", Want::Text, true),
        ("mimeType", Want::Text, true),
        ANNOTATIONS,
        META,
    ],
    &[
        ("type", Want::Name("audio"), true),
        ("data", Want::Text, true),
        ("mimeType", Want::Text, true),
        ANNOTATIONS,
        META,
    ],
    &[
        ("type", Want::Name("resource_link"), true),
        ("name", Want::Text, true),
        ("uri", Want::Location, true),
        ("title", Want::Text, false),
        ("description", Want::Text, false),
        ("mimeType", Want::Text, false),
        ("size", Want::Integer, false),
        ("icons", Want::Icons, false),
        ANNOTATIONS,
        META,
    ],
    &[("type", Want::Name("resource"), true), ("resource", Want::Resource, true), ANNOTATIONS, META],
];

const RESOURCES: &[&[Field]] = &[
    &[("uri", Want::Location, true), ("text", Want::Text, true), ("mimeType", Want::Text, false), META],
    &[("uri", Want::Location, true), ("blob", Want::Text, true), ("mimeType", Want::Text, false), META],
];

const ANNOTATION_FIELDS: &[Field] = &[
    ("audience", Want::Audience, false),
    ("priority", Want::Priority, false),
    ("lastModified", Want::NewText, false),
];

const ICON_FIELDS: &[Field] = &[
    ("src", Want::Text, true),
    ("mimeType", Want::Text, false),
    ("sizes", Want::Texts, false),
    ("theme", Want::Theme, false),
];

/// Tells whether some model of a content block takes a value.
pub(crate) fn takes_block(block: Node<'_>, models: Models) -> bool {
    BLOCKS.iter().any(|fields| fits_model(block, fields, models))
}

/// What pydantic reads as a truth value, or `None` for what it refuses.
pub(crate) fn truth(value: Node<'_>) -> Option<bool> {
    match value.kind() {
        Kind::Bool => value.as_bool(),
        Kind::Number => match value.as_number()?.as_f64() {
            Some(0.0) => Some(false),
            Some(1.0) => Some(true),
            Some(_) | None => None,
        },
        Kind::String => match value.as_str()?.to_ascii_lowercase().as_str() {
            "1" | "on" | "t" | "true" | "y" | "yes" => Some(true),
            "0" | "f" | "false" | "n" | "no" | "off" => Some(false),
            _ => None,
        },
        Kind::Array | Kind::Null | Kind::Object => None,
    }
}

fn fits_model(value: Node<'_>, fields: &[Field], models: Models) -> bool {
    value.is_object()
        && fields.iter().all(|(name, want, required)| match value.member(name) {
            None => !required,
            Some(member) if member.is_null() => !required,
            Some(member) => fits(member, *want, models),
        })
}

fn fits(value: Node<'_>, want: Want, models: Models) -> bool {
    let every = |fits: fn(Node<'_>) -> bool| value.is_array() && value.items().all(fits);
    match want {
        Want::Annotations => fits_model(value, ANNOTATION_FIELDS, models),
        Want::Audience => {
            every(|item| item.as_text().is_some_and(|text| text.is("user") || text.is("assistant")))
        }
        Want::Dictionary => value.is_object(),
        Want::Icons => value.is_array() && value.items().all(|item| fits_model(item, ICON_FIELDS, models)),
        Want::Integer => is_integer(value),
        Want::Location => value
            .as_str()
            .is_some_and(|location| models == Models::Two || url::normalised(&location).is_some()),
        Want::Name(name) => value.as_text().is_some_and(|text| text.is(name)),
        Want::NewText => models == Models::One || value.as_text().is_some(),
        Want::Priority => float(value).is_some_and(|number| (0.0..=1.0).contains(&number)),
        Want::Resource => RESOURCES.iter().any(|fields| fits_model(value, fields, models)),
        Want::Text => value.as_text().is_some(),
        Want::Texts => every(|item| item.as_text().is_some()),
        Want::Theme => {
            models == Models::One || value.as_text().is_some_and(|text| text.is("dark") || text.is("light"))
        }
    }
}

/// What pydantic reads as a float.
pub(crate) fn float(value: Node<'_>) -> Option<f64> {
    match value.kind() {
        Kind::Bool => value.as_bool().map(|truth| if truth { 1.0 } else { 0.0 }),
        Kind::Number => value.as_number()?.as_f64(),
        Kind::String => value.as_str()?.trim().parse().ok(),
        Kind::Array | Kind::Null | Kind::Object => None,
    }
}

/// Whole numbers, whatever their spelling.
fn is_integer(value: Node<'_>) -> bool {
    let digits = |text: &str| {
        let text = text.trim();
        let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
        let whole = digits.split_once('.').map_or(digits, |(whole, fraction)| {
            if fraction.bytes().all(|byte| byte == b'0') { whole } else { "" }
        });
        !whole.is_empty() && whole.bytes().all(|byte| byte.is_ascii_digit())
    };
    match value.kind() {
        Kind::Bool => true,
        Kind::Number => digits(value.text()) || float(value).is_some_and(|number| number.fract() == 0.0),
        Kind::String => value.as_str().is_some_and(|text| digits(&text)),
        Kind::Array | Kind::Null | Kind::Object => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Document;

    #[test]
    fn truth_is_read_from_many_spellings() {
        let check = |text: &str, expected: Option<bool>| {
            assert_eq!(truth(Document::parse(text).unwrap().root()), expected, "{text}");
        };
        for text in ["true", "1", "1.0", "1e0", "\"TRUE\"", "\"t\"", "\"Yes\"", "\"Y\"", "\"on\"", "\"1\""] {
            check(text, Some(true));
        }
        for text in ["false", "0", "-0.0", "\"False\"", "\"f\"", "\"no\"", "\"N\"", "\"OFF\"", "\"0\""] {
            check(text, Some(false));
        }
        for text in ["null", "2", "-1", "0.5", "\"\"", "\" true\"", "\"maybe\"", "\"1.0\"", "[]", "{}"] {
            check(text, None);
        }
    }

    /// Whether 1.x and 2.x take a block; what the released packages answered.
    fn check(block: &str, expected: (bool, bool)) {
        let document = Document::parse(block).unwrap();
        let taken = |models| takes_block(document.root(), models);
        assert_eq!((taken(Models::One), taken(Models::Two)), expected, "{block}");
    }

    #[test]
    fn members_of_another_kind_refuse_a_block() {
        let text = |member: &str| format!(r#"{{"type": "text", "text": "a", {member}}}"#);
        check(&text(r#""foo": null"#), (true, true));
        check(&text(r#""_meta": null"#), (true, true));
        check(&text(r#""_meta": []"#), (false, false));
        check(&text(r#""annotations": "x""#), (false, false));
        check(&text(r#""annotations": {"audience": ["x"]}"#), (false, false));
        check(&text(r#""annotations": {"audience": []}"#), (true, true));
        check(&text(r#""annotations": {"priority": 1.5}"#), (false, false));
        check(&text(r#""annotations": {"priority": " 0.5 "}"#), (true, true));
        check(&text(r#""annotations": {"priority": true}"#), (true, true));
        check(&text(r#""annotations": {"priority": "nan"}"#), (false, false));
        check(&text(r#""annotations": {"lastModified": 1}"#), (true, false));
        check(r#"{"type": "text", "text": 1}"#, (false, false));
        check(r#"{"type": "image", "data": "AA=="}"#, (false, false));
        check(r#"{"type": "video", "data": "AA==", "mimeType": "video/mp4"}"#, (false, false));
        check("[]", (false, false));
    }

    #[test]
    fn links_are_checked_to_their_optional_members() {
        let link = |member: &str| format!(r#"{{"type": "resource_link", "name": "n", {member}}}"#);
        check(&link(r#""uri": "file:///a", "size": "1""#), (true, true));
        check(&link(r#""uri": "file:///a", "size": 1.0"#), (true, true));
        check(&link(r#""uri": "file:///a", "size": 1.5"#), (false, false));
        check(&link(r#""uri": "file:///a", "size": null"#), (true, true));
        check(&link(r#""uri": "file:///a", "icons": [{}]"#), (false, false));
        check(&link(r#""uri": "file:///a", "icons": [{"src": "a", "sizes": "any"}]"#), (false, false));
        check(&link(r#""uri": "file:///a", "title": 1"#), (false, false));
        check(&link(r#""uri": "foo""#), (false, true));
        check(&link(r#""uri": """#), (false, true));
        check(&link(r#""uri": 1"#), (false, false));
    }

    #[test]
    fn a_resource_needs_a_location_and_a_text_or_a_blob() {
        let resource = |resource: &str| format!(r#"{{"type": "resource", "resource": {{{resource}}}}}"#);
        check(&resource(r#""uri": "file:///a", "text": "t", "blob": 1"#), (true, true));
        check(&resource(r#""uri": "file:///a", "blob": "AA==""#), (true, true));
        check(&resource(r#""uri": "file:///a""#), (false, false));
        check(&resource(r#""text": "t""#), (false, false));
        check(&resource(r#""uri": "file:///a", "text": 1"#), (false, false));
        check(r#"{"type": "resource"}"#, (false, false));
    }
}

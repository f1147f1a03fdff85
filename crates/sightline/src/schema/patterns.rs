//! Patterns that the engine here cannot read, written otherwise or set aside.
//!
//! A pattern that is left out must only let more values pass. Where that would turn round, inside of
//! `not` or where other keywords count what matched, the schema is given up instead.

use serde_json::Value;

use super::pattern::{Syntax, plain, syntax};
use super::walk::all_subschemas;
use super::{Formats, OutputSchema, SchemaProblem, SchemaProblemKind};
use crate::json::Node;

/// Keywords below which a schema that lets more pass may make the whole let less pass.
const TURNS: [&str; 5] = ["not", "oneOf", "if", "contains", "unevaluatedProperties"];

/// Rewrites the patterns of a schema, and returns pointers to those that were left out; `None` when
/// there is nothing to rewrite.
pub(super) fn rewrite(root: Node<'_>, value: &mut Value) -> Result<Option<Vec<String>>, SchemaProblem> {
    let (mut unchecked, mut has_changed) = (Vec::new(), false);
    for schema in all_subschemas(root) {
        let at = schema.pointer();
        if let Some(text) = schema.member("pattern").and_then(Node::as_str) {
            let Some(object) = value.pointer_mut(&at).and_then(Value::as_object_mut) else { continue };
            match readable(&text) {
                Readable::AsIs => {}
                Readable::As(other) => {
                    object.insert("pattern".to_owned(), Value::String(other));
                    has_changed = true;
                }
                Readable::Not => {
                    object.remove("pattern");
                    has_changed = true;
                    unchecked.push(format!("{at}/pattern"));
                }
            }
        }
        for member in schema.member("patternProperties").into_iter().flat_map(Node::members) {
            let key = member.key.to_str();
            let object = value.pointer_mut(&format!("{at}/patternProperties"));
            let Some(object) = object.and_then(Value::as_object_mut) else { continue };
            match readable(&key) {
                Readable::AsIs => {}
                Readable::As(other) => {
                    let schema = object.remove(key.as_ref()).unwrap_or_default();
                    object.insert(other, schema);
                    has_changed = true;
                }
                Readable::Not => {
                    // What other keywords make of the names depends on it.
                    let at = format!("{at}/patternProperties");
                    return Err(given_up(at, &key));
                }
            }
        }
    }
    let turns = |pointer: &&String| pointer.split('/').any(|token| TURNS.contains(&token));
    if let Some(pointer) = unchecked.iter().find(turns) {
        let text = root.at(pointer).and_then(Node::as_str).unwrap_or_default();
        return Err(given_up(pointer.clone(), &text));
    }
    Ok(has_changed.then_some(unchecked))
}

fn given_up(pointer: String, pattern: &str) -> SchemaProblem {
    SchemaProblem {
        kind: SchemaProblemKind::TooComplex,
        pointer,
        message: format!("the schema holds the pattern {pattern:?}, which cannot be run here"),
        reference: None,
    }
}

enum Readable {
    /// As it stands.
    AsIs,
    /// Written otherwise.
    As(String),
    /// Not at all, although it is a pattern.
    Not,
}

fn readable(pattern: &str) -> Readable {
    let compiles = |pattern: &str| {
        let schema = serde_json::json!({ "pattern": pattern });
        OutputSchema::build(&schema, Formats::OfDialect).is_ok()
    };
    // What is no pattern at all stays, and is reported as before.
    if compiles(pattern) || syntax(pattern) == Syntax::Invalid {
        return Readable::AsIs;
    }
    let other = plain(pattern);
    if other != pattern && compiles(&other) { Readable::As(other) } else { Readable::Not }
}

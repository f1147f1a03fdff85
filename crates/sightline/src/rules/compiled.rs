//! Stand-in for the compiled output schema.

use crate::json::Node;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SchemaProblemKind {
    NotASchema,
    UnsupportedDialect,
    Invalid,
    UnresolvedRef,
    TooComplex,
}

#[derive(Debug)]
pub(super) struct SchemaProblem {
    pub kind: SchemaProblemKind,
    pub pointer: String,
    pub message: String,
}

#[derive(Debug)]
pub(super) struct Violation {
    pub instance_pointer: String,
    pub schema_pointer: String,
    pub keyword: String,
    pub expected: String,
    pub found: String,
    pub message: String,
}

#[derive(Debug)]
pub(super) enum Verdict {
    Holds,
    Breaks(Vec<Violation>),
    TooComplex(String),
}

#[derive(Debug)]
pub(super) struct OutputSchema(jsonschema::Validator);

impl OutputSchema {
    pub(super) fn compile(schema: Node<'_>) -> Result<Self, SchemaProblem> {
        let problem = |kind, pointer: String, message: String| SchemaProblem { kind, pointer, message };
        if !schema.is_object() {
            return Err(problem(SchemaProblemKind::NotASchema, String::new(), "no object".into()));
        }
        let value = schema.to_value();
        let known =
            value.get("$schema").and_then(|d| d.as_str()).is_none_or(|d| d.contains("json-schema.org"));
        if !known {
            return Err(problem(
                SchemaProblemKind::UnsupportedDialect,
                "/$schema".into(),
                "unsupported dialect".into(),
            ));
        }
        if let Err(error) = jsonschema::meta::validate(&value) {
            return Err(problem(
                SchemaProblemKind::Invalid,
                error.instance_path().to_string(),
                error.to_string(),
            ));
        }
        jsonschema::options().build(&value).map(OutputSchema).map_err(|error| {
            problem(SchemaProblemKind::UnresolvedRef, error.instance_path().to_string(), error.to_string())
        })
    }

    pub(super) fn check(&self, value: Node<'_>) -> Verdict {
        let value = value.to_value();
        let violations: Vec<Violation> = self
            .0
            .iter_errors(&value)
            .map(|error| Violation {
                instance_pointer: error.instance_path().to_string(),
                schema_pointer: error.schema_path().to_string(),
                keyword: error.schema_path().to_string().rsplit('/').next().unwrap_or_default().to_owned(),
                expected: String::new(),
                found: String::new(),
                message: error.to_string(),
            })
            .collect();
        if violations.is_empty() { Verdict::Holds } else { Verdict::Breaks(violations) }
    }
}

/// The property that a `required` violation misses; its name stands quoted first in the message.
pub(super) fn missing_property(violation: &Violation) -> Option<String> {
    if violation.keyword != "required" {
        return None;
    }
    let quote = violation.message.chars().find(|c| *c == '"' || *c == '\'')?;
    violation.message.split(quote).nth(1).map(str::to_owned)
}

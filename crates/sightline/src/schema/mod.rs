//! Output schemas: compiled once, bounded, never fetched.
//!
//! Dialects: JSON Schema 2020-12 unless `$schema` says otherwise, 2019-09, draft-07, draft-06 and
//! draft-04 (2026-07-28, basic/index, JSON Schema usage). `format` is an annotation in 2019-09 and
//! 2020-12. A schema that cannot be used is a [`SchemaProblem`], a finding on the tool and never a
//! failure of the call.

mod bounds;
pub(crate) mod headers;
pub(crate) mod pattern;
mod patterns;
pub(crate) mod walk;

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use jsonschema::error::ValidationErrorKind;
use jsonschema::{PatternOptions, ValidationError, Validator};
use serde::Serialize;

use crate::json::{Document, InstanceNode, Node, Place, SightlineJson, with_fuel};

/// Most looks at containers that one validation takes; a look costs some ten nanoseconds.
const FUEL: u64 = 20_000_000;
/// As [`FUEL`], for listing what is wrong: each error copies its value and nests the errors below it.
const ERROR_FUEL: u64 = 2_000_000;
/// Most schemas that judge one value, counted with repetition, whose errors are listed one by one.
const MAX_LISTED: u64 = 1_000;
/// Most schemas that are applied to one instance in all, by the bound from before.
const MAX_WORK: u64 = 200_000_000;
/// Longest chain of schemas times depth of the instance: what the validator's stack must hold.
const MAX_STACK: usize = 4_096;
/// Most violations of one value that are listed.
const MAX_VIOLATIONS: usize = 100;

/// What is wrong with a schema itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum SchemaProblemKind {
    /// The schema breaks the meta-schema of its dialect.
    Invalid,
    /// The value is no schema: neither an object nor a boolean.
    NotASchema,
    /// The schema breaks a bound on size, depth or work.
    TooComplex,
    /// `$schema` names a dialect that is not known here.
    UnsupportedDialect,
    /// A `$ref` points to nothing inside the schema; nothing outside is ever asked.
    UnresolvedRef,
}

/// A schema that cannot be used, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SchemaProblem {
    /// What kind of problem.
    pub kind: SchemaProblemKind,
    /// JSON pointer into the schema.
    pub pointer: String,
    /// One clause.
    pub message: String,
    /// The reference that does not resolve, where that is the problem.
    #[serde(skip)]
    pub(crate) reference: Option<String>,
}

impl fmt::Display for SchemaProblem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

/// One place at which a value breaks its schema.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Violation {
    /// JSON pointer from the judged value.
    pub instance_pointer: String,
    /// JSON pointer into the schema.
    pub schema_pointer: String,
    /// The keyword that fails.
    pub keyword: String,
    /// What the keyword asks for.
    pub expected: String,
    /// What stands there: JSON text, cut when long.
    pub found: String,
    /// One clause that says both.
    pub message: String,
    /// Line and column in the document of the value.
    pub place: Place,
    /// The properties that are there and that the schema does not allow.
    pub undeclared: Vec<String>,
}

/// Whether a value holds to its schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It does.
    Holds,
    /// It does not; at most a hundred violations are listed, always at least one.
    Breaks(Vec<Violation>),
    /// Schema and value together break a bound, so nobody knows; the text says which.
    TooComplex(String),
}

/// A schema ready to judge.
///
/// ```
/// use sightline::json::Document;
/// use sightline::schema::{OutputSchema, Verdict};
///
/// let schema = Document::parse(r#"{"type": "object", "required": ["city"]}"#).unwrap();
/// let schema = OutputSchema::compile(schema.root()).unwrap();
/// let value = Document::parse("{}").unwrap();
/// let Verdict::Breaks(violations) = schema.check(value.root()) else { panic!() };
/// assert_eq!(violations[0].message, "the required property \"city\" is missing");
/// ```
pub struct OutputSchema {
    validator: Validator<SightlineJson>,
    cost: bounds::Cost,
    /// Pointers to patterns that the engine here cannot run, so that no value is held to them.
    unchecked: Vec<String>,
}

impl fmt::Debug for OutputSchema {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("OutputSchema").field("cost", &self.cost).finish_non_exhaustive()
    }
}

impl OutputSchema {
    /// Compiles a schema.
    ///
    /// # Errors
    /// The schema cannot be used; the problem names the place inside the schema.
    ///
    /// ```
    /// use sightline::json::Document;
    /// use sightline::schema::{OutputSchema, SchemaProblemKind};
    ///
    /// let schema = Document::parse(r#"{"$ref": "https://example.com/other.json"}"#).unwrap();
    /// let problem = OutputSchema::compile(schema.root()).unwrap_err();
    /// assert_eq!(problem.kind, SchemaProblemKind::UnresolvedRef);
    /// ```
    pub fn compile(schema: Node<'_>) -> Result<Self, SchemaProblem> {
        Self::compile_as(schema, Formats::OfDialect)
    }

    fn compile_as(schema: Node<'_>, formats: Formats) -> Result<Self, SchemaProblem> {
        if !schema.is_object() && schema.as_bool().is_none() {
            return Err(SchemaProblem {
                kind: SchemaProblemKind::NotASchema,
                pointer: String::new(),
                message: format!("a schema is an object, this is {}", schema.kind().name()),
                reference: None,
            });
        }
        // The bounds count from the root of the schema, so it is read as a document of its own.
        let document = Document::parse(schema.text()).map_err(|error| SchemaProblem {
            kind: SchemaProblemKind::NotASchema,
            pointer: String::new(),
            message: error.to_string(),
            reference: None,
        })?;
        let cost = bounds::measure(document.root())?;
        known_dialects(document.root())?;
        let mut value = document.root().to_value();
        match Self::build(&value, formats) {
            Ok(validator) => Ok(Self { validator, cost, unchecked: Vec::new() }),
            Err(error) => {
                let error = problem(&error);
                // What the engine here cannot read may be a good pattern all the same.
                if error.kind != SchemaProblemKind::Invalid {
                    return Err(error);
                }
                let unchecked = patterns::rewrite(document.root(), &mut value)?;
                match unchecked.and_then(|unchecked| Some((Self::build(&value, formats).ok()?, unchecked))) {
                    Some((validator, unchecked)) => Ok(Self { validator, cost, unchecked }),
                    None => Err(error),
                }
            }
        }
    }

    fn build(
        value: &serde_json::Value,
        formats: Formats,
    ) -> Result<Validator<SightlineJson>, ValidationError<'static>> {
        let mut options = jsonschema::options_for::<SightlineJson>();
        if formats == Formats::OfAjv {
            options = options.should_validate_formats(true);
            for name in UNKNOWN_TO_AJV {
                options = options.with_format(*name, |_: &str| true);
            }
        }
        options
            .offline()
            .with_pattern_options(
                PatternOptions::fancy_regex()
                    .backtrack_limit(100_000)
                    .size_limit(1 << 20)
                    .dfa_size_limit(1 << 20),
            )
            .build(value)
            .map_err(ValidationError::to_owned)
    }

    /// Returns pointers to patterns that the engine here cannot run; no value is held to them.
    pub(crate) fn unchecked(&self) -> &[String] {
        &self.unchecked
    }

    /// Judges a value; returns within a bounded amount of work.
    #[must_use]
    pub fn check(&self, value: Node<'_>) -> Verdict {
        if let Some(reason) = self.too_much_for(value) {
            return Verdict::TooComplex(reason);
        }
        let instance = InstanceNode::Value(value);
        match with_fuel(FUEL, || self.validator.is_valid(instance)) {
            Some(true) => Verdict::Holds,
            Some(false) => Verdict::Breaks(self.violations(value)),
            None => Verdict::TooComplex("judging the value takes more work than the bound allows".to_owned()),
        }
    }

    fn too_much_for(&self, value: Node<'_>) -> Option<String> {
        let work = self.cost.expansion.saturating_mul(value.weight() as u64);
        if work > MAX_WORK {
            return Some(format!(
                "the schema may be applied {work} times to this value, more than {MAX_WORK}"
            ));
        }
        // Shallow values are the rule, and depth costs a walk.
        if self.cost.chain * 512 > MAX_STACK {
            let levels = self.cost.chain * (value.depth() + 1);
            if levels > MAX_STACK {
                return Some(format!(
                    "schema and value nest {levels} deep together, deeper than {MAX_STACK}"
                ));
            }
        }
        None
    }

    fn violations(&self, value: Node<'_>) -> Vec<Violation> {
        // Each alternative nests the errors of those below it, so the list grows faster than the work.
        let fuel = if self.cost.expansion > MAX_LISTED { 0 } else { ERROR_FUEL };
        let listed = with_fuel(fuel, || {
            let errors = self.validator.iter_errors(InstanceNode::Value(value));
            errors.take(MAX_VIOLATIONS).map(|error| violation(value, &error)).collect::<Vec<_>>()
        });
        match listed {
            Some(violations) if !violations.is_empty() => violations,
            _ => vec![Violation {
                instance_pointer: String::new(),
                schema_pointer: String::new(),
                keyword: String::new(),
                expected: "a value that holds to the schema".to_owned(),
                found: cut(value.text()),
                message: "the value breaks the schema in more ways than can be listed".to_owned(),
                place: value.place(),
                undeclared: Vec::new(),
            }],
        }
    }
}

/// Which formats are more than annotations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Formats {
    /// Those that Ajv knows, whatever the dialect says.
    OfAjv,
    /// All in draft-07 and before, none later.
    OfDialect,
}

/// Formats that the validator here knows and Ajv does not.
const UNKNOWN_TO_AJV: &[&str] = &["idn-email", "idn-hostname", "iri", "iri-reference"];

const DIALECTS: [&str; 5] = [
    "json-schema.org/draft/2020-12/schema",
    "json-schema.org/draft/2019-09/schema",
    "json-schema.org/draft-07/schema",
    "json-schema.org/draft-06/schema",
    "json-schema.org/draft-04/schema",
];

fn known_dialects(root: Node<'_>) -> Result<(), SchemaProblem> {
    for schema in walk::all_subschemas(root) {
        let Some(declared) = schema.member("$schema").and_then(Node::as_str) else { continue };
        let name = declared.trim_end_matches('#');
        let name = name.strip_prefix("https://").or_else(|| name.strip_prefix("http://")).unwrap_or(name);
        if !DIALECTS.contains(&name) {
            return Err(SchemaProblem {
                kind: SchemaProblemKind::UnsupportedDialect,
                pointer: format!("{}/$schema", schema.pointer()),
                message: format!(
                    "the dialect {declared:?} is not known; known are 2020-12, 2019-09, draft-07, draft-06 and draft-04"
                ),
                reference: None,
            });
        }
    }
    Ok(())
}

fn problem(error: &ValidationError<'_>) -> SchemaProblem {
    use jsonschema::ReferencingError as Referencing;
    let pointer = error.instance_path().to_string();
    if let ValidationErrorKind::Referencing(reference) = error.kind() {
        let message = match reference {
            Referencing::Unretrievable { uri, .. } => {
                format!("the reference {uri:?} leads out of the schema, and nothing is fetched")
            }
            other => format!("a reference does not resolve: {other}"),
        };
        let reference = match reference {
            Referencing::Unretrievable { uri, .. } => Some(uri.clone()),
            _ => None,
        };
        return SchemaProblem { kind: SchemaProblemKind::UnresolvedRef, pointer, message, reference };
    }
    SchemaProblem {
        kind: SchemaProblemKind::Invalid,
        pointer,
        message: format!("the schema is invalid in its dialect: {}", error.masked()),
        reference: None,
    }
}

fn violation(value: Node<'_>, error: &ValidationError<'_>) -> Violation {
    let instance_pointer = error.instance_path().to_string();
    let node = value.at(&instance_pointer).unwrap_or(value);
    let (expected, message) = words(error.kind(), node);
    let schema_pointer = error.schema_path().to_string();
    // A `false` schema has no keyword of its own; what matters is where it stands.
    let keyword = match error.kind() {
        ValidationErrorKind::FalseSchema => schema_pointer.rsplit('/').next().unwrap_or_default(),
        kind => kind.keyword(),
    };
    let undeclared = match error.kind() {
        ValidationErrorKind::AdditionalProperties { unexpected }
        | ValidationErrorKind::UnevaluatedProperties { unexpected } => unexpected.clone(),
        _ => Vec::new(),
    };
    Violation {
        undeclared,
        keyword: keyword.to_owned(),
        schema_pointer,
        found: cut(node.text()),
        place: node.place(),
        instance_pointer,
        expected,
        message,
    }
}

/// What the keyword asks for, and one clause that says what is wrong.
fn words(kind: &ValidationErrorKind, node: Node<'_>) -> (String, String) {
    use ValidationErrorKind as Kind;
    let found = cut(node.text());
    let is = |expected: String| (expected.clone(), format!("{found} is not {expected}"));
    match kind {
        Kind::Type { kind } => {
            let expected = match kind {
                jsonschema::error::TypeKind::Single(one) => one.to_string(),
                jsonschema::error::TypeKind::Multiple(many) => {
                    many.into_iter().map(|one| one.to_string()).collect::<Vec<_>>().join(" or ")
                }
            };
            let kind = node.kind().name();
            let message = if node.is_null() {
                format!("{found} is not {expected}")
            } else {
                format!("{found} is {kind}, not {expected}")
            };
            (expected, message)
        }
        Kind::Required { property } => {
            (format!("the property {property}"), format!("the required property {property} is missing"))
        }
        Kind::AdditionalProperties { unexpected } | Kind::UnevaluatedProperties { unexpected } => {
            let names = unexpected.iter().map(|name| format!("{name:?}")).collect::<Vec<_>>().join(", ");
            ("no other properties".to_owned(), format!("the schema allows no property {names}"))
        }
        Kind::AdditionalItems { limit } => is(format!("an array of at most {limit} items")),
        Kind::Constant { expected_value } => is(cut(&expected_value.to_string())),
        Kind::Enum { options } => is(format!("one of {}", cut(&options.to_string()))),
        Kind::Minimum { limit } => is(format!("at least {limit}")),
        Kind::Maximum { limit } => is(format!("at most {limit}")),
        Kind::ExclusiveMinimum { limit } => is(format!("greater than {limit}")),
        Kind::ExclusiveMaximum { limit } => is(format!("less than {limit}")),
        Kind::MinItems { limit } => is(format!("an array of at least {limit} items")),
        Kind::MaxItems { limit } => is(format!("an array of at most {limit} items")),
        Kind::MinLength { limit } => is(format!("a string of at least {limit} characters")),
        Kind::MaxLength { limit } => is(format!("a string of at most {limit} characters")),
        Kind::MinProperties { limit } => is(format!("an object of at least {limit} properties")),
        Kind::MaxProperties { limit } => is(format!("an object of at most {limit} properties")),
        Kind::MultipleOf { multiple_of } => is(format!("a multiple of {multiple_of}")),
        Kind::Pattern { pattern } => is(format!("a string that matches {pattern:?}")),
        Kind::Format { format } => is(format!("in the format {format:?}")),
        Kind::UniqueItems => is("an array without equal items".to_owned()),
        Kind::AnyOf { .. } | Kind::OneOfNotValid { .. } => {
            is("valid under any of the alternatives".to_owned())
        }
        Kind::OneOfMultipleValid { .. } => (
            "valid under one alternative".to_owned(),
            format!("{found} is valid under more than one alternative"),
        ),
        Kind::FalseSchema => {
            ("no value".to_owned(), format!("the schema allows no value here, found {found}"))
        }
        Kind::Contains => is("an array with an item that `contains` asks for".to_owned()),
        other => {
            let keyword = other.keyword();
            (format!("what `{keyword}` asks for"), format!("{found} does not hold to `{keyword}`"))
        }
    }
}

/// Cuts JSON text for a message.
fn cut(text: &str) -> String {
    const LONGEST: usize = 60;
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    let head: String = text.chars().take(LONGEST - 1).collect();
    format!("{head}…")
}

/// Schemas compiled before, by their text; at most a thousand are kept.
///
/// ```
/// use sightline::json::Document;
/// use sightline::schema::Schemas;
///
/// let schemas = Schemas::new();
/// let schema = Document::parse(r#"{"type": "object"}"#).unwrap();
/// let first = schemas.compile(schema.root());
/// assert!(std::sync::Arc::ptr_eq(&first, &schemas.compile(schema.root())));
/// ```
#[derive(Debug, Default)]
pub struct Schemas {
    known: Mutex<Known>,
    with_formats: Mutex<Known>,
}

type Known = HashMap<String, Arc<Compiled>>;

/// A schema that was compiled, or what is wrong with it.
pub type Compiled = Result<OutputSchema, SchemaProblem>;

impl Schemas {
    /// Starts with none.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the compiled schema of that text, compiling it the first time.
    #[must_use]
    pub fn compile(&self, schema: Node<'_>) -> Arc<Compiled> {
        Self::compiled(&self.known, schema, Formats::OfDialect)
    }

    /// Returns the same schema for which `format` is no annotation, as far as Ajv knows formats.
    pub(crate) fn compile_with_formats(&self, schema: Node<'_>) -> Arc<Compiled> {
        Self::compiled(&self.with_formats, schema, Formats::OfAjv)
    }

    fn compiled(known: &Mutex<Known>, schema: Node<'_>, formats: Formats) -> Arc<Compiled> {
        const MOST: usize = 1_000;
        let text = schema.text();
        // A panic elsewhere leaves the map whole: every insertion is one step.
        if let Some(compiled) = known.lock().unwrap_or_else(PoisonError::into_inner).get(text) {
            return Arc::clone(compiled);
        }
        let compiled = Arc::new(OutputSchema::compile_as(schema, formats));
        let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(text.to_owned(), Arc::clone(&compiled));
        compiled
    }
}

/// Tells whether a schema keeps the bounds that the validator needs; the walk stops where it does not.
pub(crate) fn is_bounded(schema: Node<'_>) -> bool {
    bounds::measure(schema).is_ok()
}

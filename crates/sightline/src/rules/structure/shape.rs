//! Shapes that the revisions' schemas pin, and what of a value does not fit one.
//!
//! A shape tells only what no rule looks at by itself, so that one fault is told once. A member that
//! a revision does not know is unknown there, and fits.

use crate::json::{Node, Number};
use crate::revision::Revision;
use crate::rules::{Revisions, revisions};

/// What a member has to be.
pub(super) enum Shape {
    /// One of these. What fits none is told by the one that it misses least.
    AnyOf(&'static [Shape]),
    /// An array, whatever is in it.
    Array,
    /// `true` or `false`.
    Boolean,
    /// An object whose member of that name says which of the cases it is.
    Case(&'static Cases),
    /// A number from 0 to 1.
    Fraction,
    /// An integer.
    Integer,
    /// As the shape below, where the value is of that kind at all; a rule of its own tells the rest.
    Inside(&'static Shape),
    /// An array of these.
    List(&'static Shape),
    /// An object whose values are these, whatever their keys.
    Map(&'static Shape),
    /// A number.
    Number,
    /// An object with these members, and any others.
    Object(&'static [&'static [Field]]),
    /// One of these, or an array of them.
    OneOrMore(&'static Shape),
    /// An object, whatever is in it.
    Record,
    /// An object; a boolean has a rule of its own.
    Schema,
    /// A string.
    Text,
    /// One of these strings.
    Word(&'static [&'static str]),
}

/// Objects that one of their members tells apart.
pub(super) struct Cases {
    /// Name of that member.
    pub(super) by: &'static str,
    pub(super) known: &'static [Case],
    /// What an object without the member is; without it, the member is required.
    pub(super) absent: Option<&'static Shape>,
    /// Whether other names, and what has none, are told by a rule of their own.
    pub(super) is_open: bool,
}

/// One of the objects that a member tells apart.
pub(super) struct Case {
    pub(super) name: &'static str,
    pub(super) within: &'static Revisions,
    pub(super) shape: &'static Shape,
}

/// One member of an object.
pub(super) struct Field {
    name: &'static str,
    shape: &'static Shape,
    is_required: bool,
    within: &'static Revisions,
    owner: Option<&'static str>,
}

pub(super) const fn must(name: &'static str, shape: &'static Shape) -> Field {
    Field { name, shape, is_required: true, within: &revisions::ALL, owner: None }
}

pub(super) const fn may(name: &'static str, shape: &'static Shape) -> Field {
    Field { is_required: false, ..must(name, shape) }
}

impl Field {
    /// Limits the member to the revisions that know it.
    pub(super) const fn within(self, within: &'static Revisions) -> Self {
        Self { within, ..self }
    }

    /// Names the rule that owns the member and all below it.
    pub(super) const fn owner(self, code: &'static str) -> Self {
        Self { owner: Some(code), ..self }
    }
}

/// One place that does not fit.
#[derive(Clone, Debug)]
pub(super) struct Fault<'d> {
    /// The value, or the object that lacks a member.
    pub(super) node: Node<'d>,
    /// The member that is missing, else the key under which the value stands, if it has one.
    pub(super) name: Option<&'static str>,
    pub(super) is_missing: bool,
    pub(super) is_required: bool,
    pub(super) expected: String,
    /// Code of the rule that owns the member.
    pub(super) owner: &'static str,
}

/// A place under way: what of a fault is known from above.
#[derive(Clone, Copy)]
struct At<'r> {
    revision: &'r Revision,
    owner: &'static str,
    name: Option<&'static str>,
    is_required: bool,
}

/// Returns what of a value does not fit, in the order of the shape.
pub(super) fn faults<'d>(
    node: Node<'d>,
    shape: &Shape,
    owner: &'static str,
    revision: &Revision,
) -> Vec<Fault<'d>> {
    let mut faults = Vec::new();
    let at = At { revision, owner, name: None, is_required: true };
    hold(node, shape, at, &mut faults);
    faults
}

// Recursion is bounded by the depth of the shapes, which are constants.
fn hold<'d>(node: Node<'d>, shape: &Shape, at: At<'_>, faults: &mut Vec<Fault<'d>>) {
    let item = At { name: None, is_required: true, ..at };
    match shape {
        Shape::AnyOf(shapes) => {
            let tried = shapes.iter().map(|shape| {
                let mut faults = Vec::new();
                hold(node, shape, at, &mut faults);
                faults
            });
            faults.extend(tried.min_by_key(Vec::len).unwrap_or_default());
        }
        Shape::Case(cases) => hold_case(node, cases, at, faults),
        Shape::Inside(inner) if !is_kind(node, inner) => {}
        Shape::Inside(inner) => hold(node, inner, at, faults),
        Shape::OneOrMore(inner) if !node.is_array() => hold(node, inner, at, faults),
        _ if !is_kind(node, shape) => faults.push(Fault {
            node,
            name: at.name,
            is_missing: false,
            is_required: at.is_required,
            expected: expected(shape),
            owner: at.owner,
        }),
        Shape::List(inner) | Shape::OneOrMore(inner) => {
            node.items().for_each(|node| hold(node, inner, item, faults));
        }
        Shape::Map(inner) => node.members().for_each(|member| hold(member.value, inner, item, faults)),
        Shape::Object(groups) => hold_members(node, groups.iter().copied().flatten(), at, faults),
        Shape::Array
        | Shape::Boolean
        | Shape::Fraction
        | Shape::Integer
        | Shape::Number
        | Shape::Record
        | Shape::Schema
        | Shape::Text
        | Shape::Word(_) => {}
    }
}

fn hold_members<'d>(
    node: Node<'d>,
    fields: impl Iterator<Item = &'static Field>,
    at: At<'_>,
    faults: &mut Vec<Fault<'d>>,
) {
    for field in fields.filter(|field| field.within.contain(at.revision)) {
        let owner = field.owner.unwrap_or(at.owner);
        let below = At { owner, name: Some(field.name), is_required: field.is_required, ..at };
        match node.member(field.name) {
            Some(value) => hold(value, field.shape, below, faults),
            None if field.is_required => faults.push(Fault {
                node,
                name: Some(field.name),
                is_missing: true,
                is_required: true,
                expected: expected(field.shape),
                owner,
            }),
            None => {}
        }
    }
}

fn hold_case<'d>(node: Node<'d>, cases: &Cases, at: At<'_>, faults: &mut Vec<Fault<'d>>) {
    let known = || cases.known.iter().filter(|case| case.within.contain(at.revision));
    let mut fault = |node, name, is_missing, expected| {
        if !cases.is_open {
            let (is_required, owner) = (cases.absent.is_none(), at.owner);
            faults.push(Fault { node, name, is_missing, is_required, expected, owner });
        }
    };
    if !node.is_object() {
        return fault(node, at.name, false, "an object".to_owned());
    }
    let names = || one_of(&known().map(|case| case.name).collect::<Vec<_>>());
    let Some(told) = node.member(cases.by) else {
        return match cases.absent {
            Some(shape) => hold(node, shape, at, faults),
            None => fault(node, Some(cases.by), true, names()),
        };
    };
    let found = told.as_text().and_then(|text| known().find(|case| text.is(case.name)));
    match found {
        Some(case) => hold(node, case.shape, At { name: None, ..at }, faults),
        None => fault(told, Some(cases.by), false, names()),
    }
}

/// Tells whether a value is of the kind of a shape, whatever is inside of it.
fn is_kind(node: Node<'_>, shape: &Shape) -> bool {
    let number = || node.as_number().and_then(|number| number.as_f64());
    match shape {
        Shape::AnyOf(_) | Shape::Case(_) | Shape::OneOrMore(_) => true,
        Shape::Array | Shape::List(_) => node.is_array(),
        Shape::Boolean => node.as_bool().is_some(),
        Shape::Fraction => number().is_some_and(|value| (0.0..=1.0).contains(&value)),
        Shape::Inside(inner) => is_kind(node, inner),
        Shape::Integer => node.as_number().is_some_and(Number::is_integer),
        Shape::Map(_) | Shape::Object(_) | Shape::Record => node.is_object(),
        Shape::Number => node.as_number().is_some(),
        Shape::Schema => node.is_object() || node.as_bool().is_some(),
        Shape::Text => node.as_text().is_some(),
        Shape::Word(words) => node.as_text().is_some_and(|text| words.iter().any(|word| text.is(word))),
    }
}

/// What a member has to be, in words.
fn expected(shape: &Shape) -> String {
    match shape {
        Shape::AnyOf(shapes) => shapes.first().map(expected).unwrap_or_default(),
        Shape::Array | Shape::List(_) => "an array".to_owned(),
        Shape::Boolean => "a boolean".to_owned(),
        Shape::Case(_) | Shape::Map(_) | Shape::Object(_) | Shape::Record | Shape::Schema => {
            "an object".to_owned()
        }
        Shape::Fraction => "a number from 0 to 1".to_owned(),
        Shape::Inside(inner) => expected(inner),
        Shape::Integer => "an integer".to_owned(),
        Shape::Number => "a number".to_owned(),
        Shape::OneOrMore(_) => "an object, or an array of objects".to_owned(),
        Shape::Text => "a string".to_owned(),
        Shape::Word(words) => one_of(words),
    }
}

/// The strings that are allowed, quoted: `"a"`, `"a" or "b"`, `"a", "b" or "c"`.
fn one_of(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => "nothing".to_owned(),
    }
}

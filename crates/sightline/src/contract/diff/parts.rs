//! Takes a schema apart: into alternatives, each a conjunction of schema objects.

use crate::json::Node;
use crate::schema::walk::{local_pointer, sets_base};

/// Most alternatives of one schema, and most objects of one of them.
const MOST: usize = 64;
/// Longest chain of references and combinations.
const MAX_LEVELS: usize = 64;
/// Most schemas that are taken apart for one: references double at each level.
const MAX_STEPS: usize = 2_000;

/// Schema objects that all hold for one value.
#[derive(Clone, Debug, Default)]
pub(in crate::contract) struct Conjunction<'d> {
    pub parts: Vec<Node<'d>>,
    /// `false` stands among them, so that nothing holds.
    pub is_never: bool,
}

/// A schema as alternatives.
#[derive(Clone, Debug, Default)]
pub(in crate::contract) struct Alternatives<'d> {
    pub all: Vec<Conjunction<'d>>,
    /// References, or an exclusive choice, that are not understood: JSON texts.
    pub opaque: Vec<&'d str>,
    /// There were too many of something.
    pub is_cut: bool,
    /// Schemas that were taken apart, with repetition.
    steps: usize,
}

/// Takes apart a conjunction of schemas of one document.
pub(in crate::contract) fn alternatives<'d>(root: Node<'d>, schemas: &[Node<'d>]) -> Alternatives<'d> {
    let mut found = Alternatives { all: vec![Conjunction::default()], ..Alternatives::default() };
    for schema in schemas {
        let more = of(root, *schema, &mut found, 0);
        found.all = product(&found.all, &more, &mut found.is_cut);
    }
    found
}

fn of<'d>(
    root: Node<'d>,
    schema: Node<'d>,
    found: &mut Alternatives<'d>,
    level: usize,
) -> Vec<Conjunction<'d>> {
    if let Some(allows) = schema.as_bool() {
        return vec![Conjunction { parts: Vec::new(), is_never: !allows }];
    }
    found.steps += 1;
    if level > MAX_LEVELS || found.steps > MAX_STEPS {
        found.is_cut = true;
        return vec![Conjunction::default()];
    }
    let mut all = vec![Conjunction { parts: vec![schema], is_never: false }];
    for member in schema.members() {
        let more = match &*member.key.to_str() {
            "$ref" => match target(root, schema, member.value) {
                Some(target) => of(root, target, found, level + 1),
                None => {
                    found.opaque.push(member.value.text());
                    continue;
                }
            },
            "$dynamicRef" | "$recursiveRef" => {
                found.opaque.push(member.value.text());
                continue;
            }
            "allOf" => {
                let mut parts = vec![Conjunction::default()];
                for item in member.value.items() {
                    let more = of(root, item, found, level + 1);
                    parts = product(&parts, &more, &mut found.is_cut);
                }
                parts
            }
            "anyOf" | "oneOf" => {
                let branches: Vec<Conjunction<'d>> =
                    member.value.items().flat_map(|item| of(root, item, found, level + 1)).collect();
                let own = [Conjunction { parts: vec![schema], is_never: false }];
                if member.key.is("oneOf") && !are_apart(&product(&own, &branches, &mut found.is_cut)) {
                    found.opaque.push(member.value.text());
                }
                branches
            }
            _ => continue,
        };
        all = product(&all, &more, &mut found.is_cut);
    }
    all
}

/// The schema behind a reference within the document, when that is certain.
fn target<'d>(root: Node<'d>, schema: Node<'d>, reference: Node<'d>) -> Option<Node<'d>> {
    // A base of its own, or a dialect in which siblings of a reference do not count, is another story.
    let is_old = root.member("$schema").and_then(Node::as_str).is_some_and(|name| name.contains("draft-0"));
    let has_siblings = schema.len() > 1;
    let mut above = Some(schema);
    while let Some(node) = above {
        if node.span().start == root.span().start {
            break;
        }
        if sets_base(node) {
            return None;
        }
        above = node.parent();
    }
    if is_old && has_siblings {
        return None;
    }
    let target = root.at(&local_pointer(reference)?)?;
    (target.is_object() || target.as_bool().is_some()).then_some(target)
}

fn product<'d>(
    left: &[Conjunction<'d>],
    right: &[Conjunction<'d>],
    is_cut: &mut bool,
) -> Vec<Conjunction<'d>> {
    let mut all = Vec::new();
    for one in left {
        for other in right {
            let mut both = one.clone();
            both.is_never |= other.is_never;
            for part in &other.parts {
                if !both.parts.iter().any(|known| known.span() == part.span()) {
                    both.parts.push(*part);
                }
            }
            if both.parts.len() > MOST || all.len() >= MOST {
                *is_cut = true;
                return all;
            }
            all.push(both);
        }
    }
    all
}

/// Whether no value holds to two of these: by type, or by a required member of different constants.
fn are_apart(branches: &[Conjunction<'_>]) -> bool {
    branches.iter().enumerate().all(|(index, one)| {
        branches.iter().skip(index + 1).all(|other| {
            let (left, right) = (super::facts::kinds(one), super::facts::kinds(other));
            left.iter().zip(right).all(|(left, right)| !(*left && right)) || are_told_apart(one, other)
        })
    })
}

/// Whether both require a member, and allow it different strings.
pub(super) fn are_told_apart(one: &Conjunction<'_>, other: &Conjunction<'_>) -> bool {
    let only_objects = |conjunction: &Conjunction<'_>| {
        super::facts::kinds(conjunction).iter().filter(|is_allowed| **is_allowed).count() == 1
    };
    let constants = |conjunction: &Conjunction<'_>| -> Vec<(String, Vec<String>)> {
        let required = super::facts::required(conjunction);
        let properties = conjunction.parts.iter().filter_map(|part| part.member("properties"));
        let of = |name: &str, schema: Node<'_>| Some((name.to_owned(), super::facts::constants(schema)?));
        let members = properties.flat_map(Node::members);
        members
            .filter(|member| required.contains(&*member.key.to_str()))
            .filter_map(|member| of(&member.key.to_str(), member.value))
            .collect()
    };
    let others = constants(other);
    only_objects(one)
        && only_objects(other)
        && constants(one).iter().any(|(name, values)| {
            others
                .iter()
                .any(|(other, theirs)| other == name && !values.iter().any(|value| theirs.contains(value)))
        })
}

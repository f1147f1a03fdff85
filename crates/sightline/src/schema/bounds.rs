//! The bounds that a schema must keep before the validator sees it.
//!
//! The `jsonschema` crate has none: a deep schema overflows its stack, and nested `allOf` of
//! references doubles its work at each level. One walk measures both beforehand.

use std::collections::{HashMap, HashSet};

use super::walk::{all_subschemas, in_place, local_pointer, subschemas};
use super::{SchemaProblem, SchemaProblemKind};
use crate::json::Node;

/// Largest schema in bytes.
const MAX_BYTES: usize = 1 << 20;
/// Deepest nesting of arrays and objects. Depth 128 was seen to be safe on a 2 MiB stack.
const MAX_DEPTH: usize = 64;
/// Most schemas inside one schema.
const MAX_SUBSCHEMAS: usize = 10_000;
/// Most `pattern` and `patternProperties` expressions.
const MAX_PATTERNS: usize = 1_000;
/// Most schemas that judge one value, counted with repetition.
const MAX_EXPANSION: u64 = 100_000;
/// Longest chain of schemas that judge one value, each inside or behind the one before.
const MAX_CHAIN: usize = 64;

/// What one schema costs for one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cost {
    /// Schemas that judge one value, with repetition: the worst one.
    pub(super) expansion: u64,
    /// Length of the longest chain of them.
    pub(super) chain: usize,
}

/// Measures a schema, or says which bound it breaks and where.
pub(super) fn measure(root: Node<'_>) -> Result<Cost, SchemaProblem> {
    if root.text().len() > MAX_BYTES {
        return Err(too_complex(
            root,
            root,
            format!("has {} bytes, more than {MAX_BYTES}", root.text().len()),
        ));
    }
    let depth = root.depth();
    if depth > MAX_DEPTH {
        return Err(too_complex(root, root, format!("nests {depth} deep, deeper than {MAX_DEPTH}")));
    }
    let names = Names::of(root);
    let schemas = collect(root, &names)?;
    let mut known = Known::with_capacity(schemas.len());
    let mut worst = Cost { expansion: 1, chain: 1 };
    for schema in &schemas {
        let cost = names.cost(*schema, &mut known, 0).ok_or_else(|| {
            too_complex(root, *schema, format!("chains more than {MAX_CHAIN} schemas for one value"))
        })?;
        if cost.expansion > MAX_EXPANSION {
            let what = format!("applies {} schemas to one value, more than {MAX_EXPANSION}", cost.expansion);
            return Err(too_complex(root, *schema, what));
        }
        worst = Cost { expansion: worst.expansion.max(cost.expansion), chain: worst.chain.max(cost.chain) };
    }
    Ok(worst)
}

/// All schemas that can be reached: by position, and behind local references.
fn collect<'d>(root: Node<'d>, names: &Names<'d>) -> Result<Vec<Node<'d>>, SchemaProblem> {
    let mut schemas = vec![root];
    let mut seen: HashSet<usize> = [root.span().start].into();
    let (mut at, mut patterns) = (0, 0);
    while let Some(schema) = schemas.get(at).copied() {
        at += 1;
        patterns += usize::from(schema.member("pattern").is_some());
        patterns += schema.member("patternProperties").map_or(0, Node::len);
        let next = subschemas(schema).into_iter().chain(names.targets(schema));
        schemas.extend(next.filter(|node| seen.insert(node.span().start)));
        if schemas.len() > MAX_SUBSCHEMAS {
            return Err(too_complex(root, root, format!("holds more than {MAX_SUBSCHEMAS} schemas")));
        }
        if patterns > MAX_PATTERNS {
            return Err(too_complex(root, root, format!("holds more than {MAX_PATTERNS} patterns")));
        }
    }
    Ok(schemas)
}

/// The document and the names that references may use in it.
struct Names<'d> {
    root: Node<'d>,
    anchors: HashMap<String, Node<'d>>,
}

impl<'d> Names<'d> {
    fn of(root: Node<'d>) -> Self {
        let mut anchors = HashMap::new();
        for schema in all_subschemas(root) {
            for keyword in ["$anchor", "$dynamicAnchor", "$id", "id"] {
                let Some(name) = schema.member(keyword).and_then(Node::as_str) else { continue };
                anchors.entry(name.trim_start_matches('#').to_owned()).or_insert(schema);
            }
        }
        Self { root, anchors }
    }

    /// The schemas behind the references of a schema, within the document.
    fn targets(&self, schema: Node<'d>) -> Vec<Node<'d>> {
        ["$ref", "$dynamicRef", "$recursiveRef"]
            .into_iter()
            .filter_map(|keyword| schema.member(keyword))
            .filter_map(|reference| match local_pointer(reference) {
                Some(pointer) => self.root.at(&pointer),
                None => self.anchors.get(reference.as_str()?.trim_start_matches('#')).copied(),
            })
            .collect()
    }

    /// `None` when the chain is too long. A schema that is met again inside itself counts once.
    fn cost(&self, schema: Node<'d>, known: &mut Known, level: usize) -> Option<Cost> {
        let key = schema.span().start;
        if let Some(cost) = known.get(&key) {
            return Some(cost.unwrap_or(Cost { expansion: 1, chain: 1 }));
        }
        if level >= MAX_CHAIN {
            return None;
        }
        known.insert(key, None);
        let mut sum = Cost { expansion: 1, chain: 1 };
        for inner in in_place(schema).into_iter().chain(self.targets(schema)) {
            let cost = self.cost(inner, known, level + 1)?;
            sum.expansion = sum.expansion.saturating_add(cost.expansion);
            sum.chain = sum.chain.max(cost.chain + 1);
        }
        known.insert(key, Some(sum));
        if sum.chain > MAX_CHAIN { None } else { Some(sum) }
    }
}

/// Costs by the place of a schema; `None` while it is being counted.
type Known = HashMap<usize, Option<Cost>>;

fn too_complex(root: Node<'_>, at: Node<'_>, what: impl AsRef<str>) -> SchemaProblem {
    let pointer = at.pointer();
    let below = pointer.strip_prefix(&root.pointer()).unwrap_or_default().to_owned();
    SchemaProblem {
        kind: SchemaProblemKind::TooComplex,
        pointer: below,
        message: format!("the schema {}", what.as_ref()),
        reference: None,
    }
}

//! Parameters that a client mirrors into HTTP headers, and what makes such a parameter unusable.
//!
//! 2026-07-28, server/tools, x-mcp-header: a client on Streamable HTTP leaves a tool out of its list
//! when one of these is broken. It does not know who asks: a rule, or the bridge between revisions.

use std::collections::HashSet;

use super::walk::all_subschemas;
use crate::json::Node;

/// The annotation, as it stands in the schema of a parameter.
const KEYWORD: &str = "x-mcp-header";

/// The types that a header may carry.
pub(crate) const PRIMITIVES: [&str; 3] = ["string", "integer", "boolean"];

/// One annotated parameter.
#[derive(Clone, Debug)]
pub(crate) struct HeaderParameter<'d> {
    /// The schema of the parameter.
    pub schema: Node<'d>,
    /// The value of the annotation.
    pub header: Node<'d>,
    /// What is wrong with it; empty when nothing is.
    pub problems: Vec<HeaderProblem>,
}

/// Why a client cannot send the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HeaderProblem {
    /// The same name stands earlier, whatever its case.
    Duplicate,
    /// The name is no token of RFC 9110.
    Name,
    /// The parameter is no string, integer or boolean.
    NonPrimitive,
    /// Another step than `properties` leads to the parameter.
    Unreachable,
}

impl HeaderProblem {
    /// Returns the words for a reason.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Duplicate => "its header name stands twice",
            Self::Name => "its header name is no token",
            Self::NonPrimitive => "its header belongs to no string, integer or boolean",
            Self::Unreachable => "its header stands where `properties` alone do not lead",
        }
    }
}

/// Lists the annotated parameters of an input schema, in document order.
pub(crate) fn header_parameters(root: Node<'_>) -> Vec<HeaderParameter<'_>> {
    // Most schemas have none; a keyword may be spelled with escapes.
    if !root.text().contains("header") && !root.text().contains('\\') {
        return Vec::new();
    }
    let reachable = reachable(root);
    let mut names: HashSet<String> = HashSet::new();
    let mut found = Vec::new();
    let mut annotated: Vec<_> = all_subschemas(root)
        .into_iter()
        .filter_map(|schema| Some((schema, schema.member(KEYWORD)?)))
        .collect();
    annotated.sort_by_key(|(_, header)| header.span().start);
    for (schema, header) in annotated {
        let name = header.as_str();
        let mut problems = Vec::new();
        if !name.as_deref().is_some_and(is_token) {
            problems.push(HeaderProblem::Name);
        }
        if name.is_some_and(|name| !names.insert(name.to_ascii_lowercase())) {
            problems.push(HeaderProblem::Duplicate);
        }
        let kind = schema.member("type").and_then(Node::as_text);
        if !kind.is_some_and(|kind| PRIMITIVES.iter().any(|name| kind.is(name))) {
            problems.push(HeaderProblem::NonPrimitive);
        }
        if !reachable.contains(&schema.span().start) {
            problems.push(HeaderProblem::Unreachable);
        }
        found.push(HeaderParameter { schema, header, problems });
    }
    found
}

/// Where the schemas start to which only `properties` lead; the root is no parameter.
fn reachable(root: Node<'_>) -> HashSet<usize> {
    let mut starts = HashSet::new();
    let mut open = vec![root];
    while let Some(schema) = open.pop() {
        for member in schema.member("properties").into_iter().flat_map(Node::members) {
            starts.insert(member.value.span().start);
            open.push(member.value);
        }
    }
    starts
}

/// RFC 9110, 5.6.2.
fn is_token(name: &str) -> bool {
    let allowed = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c);
    !name.is_empty() && name.chars().all(allowed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Document;

    #[test]
    fn each_problem_is_named() {
        let text = r#"{"type":"object","properties":{
            "good":{"type":"string","x-mcp-header":"Region"},
            "twice":{"type":"string","x-mcp-header":"region"},
            "name":{"type":"integer","x-mcp-header":"a b"},
            "list":{"type":"array","x-mcp-header":"L","items":{"type":"string","x-mcp-header":"I"}},
            "data":{"type":"string","const":{"x-mcp-header":"no annotation"}}}}"#;
        let document = Document::parse(text).unwrap();
        let found: Vec<(String, Vec<HeaderProblem>)> = header_parameters(document.root())
            .into_iter()
            .map(|parameter| (parameter.schema.pointer(), parameter.problems))
            .collect();
        assert_eq!(
            found,
            [
                ("/properties/good".to_owned(), vec![]),
                ("/properties/twice".to_owned(), vec![HeaderProblem::Duplicate]),
                ("/properties/name".to_owned(), vec![HeaderProblem::Name]),
                ("/properties/list".to_owned(), vec![HeaderProblem::NonPrimitive]),
                ("/properties/list/items".to_owned(), vec![HeaderProblem::Unreachable]),
            ]
        );
    }
}

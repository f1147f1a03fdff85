//! Which revision the sender of an exchange speaks; the file names the one of the peer that receives.

use super::Exchange;
use crate::content::ContentBlock;
use crate::json::Node;
use crate::result::ToolResult;
use crate::revision::{OutputSchemaRoot, REVISIONS, Revision, RevisionFacts, StructuredRoot};
use crate::tool::Tool;

impl Exchange<'_> {
    /// Returns the revision that was written for: that of the server behind a gateway where it is told,
    /// else the one of the receiving peer, or the oldest one after it that has all that was sent.
    /// `None` where the file tells no revision.
    ///
    /// ```
    /// use sightline::exchange::Exchange;
    /// use sightline::json::Document;
    /// use sightline::revision::Revision;
    ///
    /// let sender = |text| Exchange::of(&Document::parse(text).unwrap()).unwrap().sender_revision();
    /// let sent = r#"{"revision": "2025-03-26", "result": {"content": [], "structuredContent": {}}}"#;
    /// assert_eq!(sender(sent), Some(Revision::V2025_06_18));
    /// assert_eq!(sender(r#"{"revision": "2025-03-26", "result": {"content": []}}"#), Some(Revision::V2025_03_26));
    /// assert_eq!(sender(r#"{"content": []}"#), None);
    /// ```
    #[must_use]
    pub fn sender_revision(&self) -> Option<Revision> {
        let upstream = self.told.as_ref().and_then(|told| told.upstream).and_then(Node::as_str);
        if let Some(upstream) = upstream {
            return Some(Revision::from(&*upstream));
        }
        let told = self.revision.clone()?;
        let mut later = REVISIONS.iter().skip_while(|facts| facts.revision != told);
        let speaks = later.find(|facts| has_all(facts, self)).map(|facts| facts.revision.clone());
        Some(speaks.unwrap_or(told))
    }
}

/// Whether a revision has everything dated that was sent.
fn has_all(facts: &RevisionFacts, exchange: &Exchange<'_>) -> bool {
    exchange.result.is_none_or(|result| has_result(facts, result))
        && exchange.tools().into_iter().all(|tool| has_tool(facts, tool))
        && (facts.has_cache_hints
            || exchange.list.is_none_or(|list| {
                ["resultType", "ttlMs", "cacheScope"].iter().all(|name| list.member(name).is_none())
            }))
}

fn has_result(facts: &RevisionFacts, result: ToolResult<'_>) -> bool {
    let is_dated = |name: &str| REVISIONS.iter().any(|facts| facts.block_types.contains(&name));
    let knows = |block: ContentBlock<'_>| {
        block.type_name().is_none_or(|name| facts.block_types.contains(&&*name) || !is_dated(&name))
    };
    let structured = match facts.structured_root {
        StructuredRoot::Absent => result.structured_content().is_none(),
        StructuredRoot::Object => result.structured_content().is_none_or(Node::is_object),
        StructuredRoot::AnyValue => true,
    };
    structured
        && (facts.has_result_type || result.node().member("resultType").is_none())
        && result.content().all(knows)
}

fn has_tool(facts: &RevisionFacts, tool: Tool<'_>) -> bool {
    let is_dated = |name: &str| REVISIONS.iter().any(|facts| facts.tool_fields.contains(&name));
    let knows = |name: &str| facts.tool_fields.contains(&name) || !is_dated(name);
    let is_object = |schema: Node<'_>| {
        schema.member("type").and_then(Node::as_text).is_some_and(|kind| kind.is("object"))
    };
    let has_root = match facts.output_schema_root {
        OutputSchemaRoot::Absent => tool.output_schema().is_none(),
        OutputSchemaRoot::TypeObject => {
            tool.output_schema().is_none_or(|schema| !schema.is_object() || is_object(schema))
        }
        OutputSchemaRoot::AnySchema => true,
    };
    has_root && tool.node().members().all(|member| knows(&member.key.to_str()))
}

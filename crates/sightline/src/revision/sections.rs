//! Which section of an older revision says what a rule cites of the newest one.
//!
//! The catalog cites the newest revision that says a thing. A finding on a message of an older revision
//! cites that one, where it has the section; the table says since when, and under which name before.
//! Sections of schemas are compared with the official schemas where those are at hand; those of pages were
//! read in the pages.

use std::borrow::Cow;

use super::Revision;

/// A section, and the revisions from which on it has which name.
struct Section {
    /// As the catalog names it.
    name: &'static str,
    /// Oldest first; the name stays the catalog's where there is none.
    since: &'static [(Revision, Option<&'static str>)],
}

/// Returns the sources as they stand in the revision of a message, where it has them.
///
/// The words of a source are `REVISION, SECTION`; several are parted by `; `.
pub(crate) fn cited(sources: &'static str, revision: &Revision) -> Cow<'static, str> {
    if !sources.split("; ").any(|source| of_revision(source, revision).is_some()) {
        return Cow::Borrowed(sources);
    }
    let cited = |source: &'static str| of_revision(source, revision).unwrap_or_else(|| source.to_owned());
    let all: Vec<String> = sources.split("; ").map(cited).collect();
    Cow::Owned(all.join("; "))
}

fn of_revision(source: &str, revision: &Revision) -> Option<String> {
    let (date, name) = source.split_once(", ")?;
    let newer = Revision::from(date);
    // What is cited from this revision or an older one says it already.
    if newer.facts().is_none()
        || newer == *revision
        || !revision.is_within(&Revision::V2024_11_05, Some(&newer))
    {
        return None;
    }
    revision.facts()?;
    let section = SECTIONS.iter().find(|section| section.name == name)?;
    let (_, named) = section.since.iter().rev().find(|(since, _)| revision.is_within(since, None))?;
    Some(format!("{revision}, {}", named.unwrap_or(name)))
}

/// The sections by the catalog's names.
#[cfg(test)]
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    SECTIONS.iter().map(|section| section.name)
}

static SECTIONS: &[Section] = &[
    Section {
        name: "schema: Annotations.audience: Role[]",
        since: &[
            (Revision::V2024_11_05, Some("schema: Annotated.annotations.audience")),
            (Revision::V2025_03_26, None),
        ],
    },
    Section { name: "schema: Annotations.lastModified", since: &[(Revision::V2025_06_18, None)] },
    Section {
        name: "schema: Annotations.priority",
        since: &[
            (Revision::V2024_11_05, Some("schema: Annotated.annotations.priority")),
            (Revision::V2025_03_26, None),
        ],
    },
    Section { name: "schema: CallToolResult.content", since: &[(Revision::V2024_11_05, None)] },
    Section { name: "schema: CallToolResult.isError", since: &[(Revision::V2024_11_05, None)] },
    Section {
        name: "schema: ContentBlock",
        since: &[
            (Revision::V2024_11_05, Some("schema: CallToolResult.content")),
            (Revision::V2025_06_18, None),
        ],
    },
    Section { name: "schema: EmbeddedResource.annotations", since: &[(Revision::V2024_11_05, None)] },
    Section { name: "schema: EmbeddedResource.resource", since: &[(Revision::V2024_11_05, None)] },
    Section {
        name: "schema: ImageContent.data / AudioContent.data / BlobResourceContents.blob (@format byte)",
        since: &[
            (
                Revision::V2024_11_05,
                Some("schema: ImageContent.data / BlobResourceContents.blob (@format byte)"),
            ),
            (Revision::V2025_03_26, None),
        ],
    },
    Section { name: "schema: ImageContent.mimeType", since: &[(Revision::V2024_11_05, None)] },
    Section { name: "schema: ListToolsResult", since: &[(Revision::V2024_11_05, None)] },
    Section { name: "schema: Result", since: &[(Revision::V2024_11_05, None)] },
    Section { name: "schema: Result [key: string]: unknown", since: &[(Revision::V2024_11_05, None)] },
    Section { name: "schema: Tool", since: &[(Revision::V2024_11_05, None)] },
    Section {
        name: "schema: Tool / BaseMetadata.name",
        since: &[(Revision::V2024_11_05, Some("schema: Tool.name")), (Revision::V2025_06_18, None)],
    },
    Section {
        name: "schema: Tool.annotations: display name precedence",
        since: &[(Revision::V2025_03_26, None)],
    },
    Section { name: "schema: Tool.description", since: &[(Revision::V2024_11_05, None)] },
    Section { name: "schema: Tool.inputSchema", since: &[(Revision::V2024_11_05, None)] },
    Section { name: "schema: Tool.outputSchema", since: &[(Revision::V2025_06_18, None)] },
    Section { name: "schema: ToolAnnotations", since: &[(Revision::V2025_03_26, None)] },
    Section {
        name: "schema: ToolAnnotations.destructiveHint / idempotentHint",
        since: &[(Revision::V2025_03_26, None)],
    },
    Section { name: "schema: ToolResultContent.isError", since: &[(Revision::V2025_11_25, None)] },
    Section { name: "schema: ToolResultContent.structuredContent", since: &[(Revision::V2025_11_25, None)] },
    Section { name: "basic/index: Schema Dialect", since: &[(Revision::V2025_11_25, None)] },
    Section { name: "basic/index: Schema Validation", since: &[(Revision::V2025_11_25, None)] },
    Section { name: "basic/index: _meta, Key name format", since: &[(Revision::V2025_06_18, None)] },
    Section { name: "basic/index: _meta, Prefix", since: &[(Revision::V2025_06_18, None)] },
    Section {
        name: "basic/index: icons (detect by magic bytes) by analogy",
        since: &[(Revision::V2025_11_25, None)],
    },
    Section { name: "basic/index: icons, Security considerations", since: &[(Revision::V2025_11_25, None)] },
    Section {
        name: "client/sampling: Tool Result Messages / Tool Use and Result Balance",
        since: &[(Revision::V2025_11_25, None)],
    },
    Section { name: "server/resources: Annotations", since: &[(Revision::V2025_06_18, None)] },
    Section {
        name: "server/tools: Embedded Resources (example contradicts)",
        since: &[(Revision::V2025_06_18, None)],
    },
    Section { name: "server/tools: Error Handling", since: &[(Revision::V2024_11_05, None)] },
    Section {
        name: "server/tools: Error Handling, Protocol Errors",
        since: &[(Revision::V2024_11_05, None)],
    },
    Section {
        name: "server/tools: Error Handling, Tool Execution Errors",
        since: &[(Revision::V2024_11_05, None)],
    },
    Section { name: "server/tools: Output Schema", since: &[(Revision::V2025_06_18, None)] },
    Section {
        name: "server/tools: Output Schema (no error exception)",
        since: &[(Revision::V2025_06_18, None)],
    },
    Section { name: "server/tools: Output Schema (silent)", since: &[(Revision::V2025_06_18, None)] },
    Section {
        name: "server/tools: Security Considerations: Sanitize tool outputs",
        since: &[(Revision::V2024_11_05, None)],
    },
    Section { name: "server/tools: Structured Content", since: &[(Revision::V2025_06_18, None)] },
    Section { name: "server/tools: Tool", since: &[(Revision::V2024_11_05, None)] },
    Section { name: "server/tools: Tool (Recommended form)", since: &[(Revision::V2025_11_25, None)] },
    Section { name: "server/tools: Tool Names", since: &[(Revision::V2025_11_25, None)] },
    Section {
        name: "server/tools: Tool Names (names are case-sensitive)",
        since: &[(Revision::V2025_11_25, None)],
    },
];

#[cfg(test)]
mod tests {
    use std::path::Path;

    use serde_json::Value;

    use super::*;
    use crate::revision::REVISIONS;

    #[test]
    fn a_source_is_of_the_revision_that_was_checked_where_it_has_the_section() {
        for (sources, revision, expected) in [
            ("2026-07-28, schema: ContentBlock", "2025-11-25", "2025-11-25, schema: ContentBlock"),
            ("2026-07-28, schema: ContentBlock", "2025-03-26", "2025-03-26, schema: CallToolResult.content"),
            ("2026-07-28, schema: ContentBlock", "2026-07-28", "2026-07-28, schema: ContentBlock"),
            ("2026-07-28, schema: ContentBlock", "2031-01-01", "2026-07-28, schema: ContentBlock"),
            (
                "2026-07-28, server/tools: Tool; SEP-1613: Specification",
                "2024-11-05",
                "2024-11-05, server/tools: Tool; SEP-1613: Specification",
            ),
            (
                "2026-07-28, server/tools: Output Schema",
                "2025-03-26",
                "2026-07-28, server/tools: Output Schema",
            ),
            ("2025-06-18, changelog: Major 2", "2025-03-26", "2025-06-18, changelog: Major 2"),
            ("2024-11-05, schema: Tool", "2025-06-18", "2024-11-05, schema: Tool"),
        ] {
            assert_eq!(cited(sources, &Revision::from(revision)), expected, "{sources} in {revision}");
        }
    }

    #[test]
    fn the_names_of_a_section_stand_oldest_first() {
        for section in SECTIONS {
            assert!(
                section.since.windows(2).all(|pair| pair[1].0.is_within(&pair[0].0, None)),
                "{}",
                section.name
            );
        }
    }

    /// Sections of schemas against the official ones, where these lie beside the workspace.
    #[test]
    #[expect(clippy::disallowed_methods, reason = "a test may read, the library does not")]
    fn schemas_have_the_sections_that_are_cited() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/spec");
        if !folder.is_dir() {
            println!("the official schemas are not here; nothing compared");
            return;
        }
        let mut compared = 0;
        for facts in &REVISIONS {
            let path = folder.join(format!("{}.schema.json", facts.revision));
            let text = std::fs::read_to_string(path).unwrap();
            let official: Value = serde_json::from_str(&text).unwrap();
            let definitions =
                if official["$defs"].is_object() { &official["$defs"] } else { &official["definitions"] };
            for section in SECTIONS {
                let Some(name) = section.name.strip_prefix("schema: ") else { continue };
                let here =
                    section.since.iter().rev().find(|(since, _)| facts.revision.is_within(since, None));
                let named =
                    here.and_then(|(_, named)| *named).map_or(name, |named| &named["schema: ".len()..]);
                // The parts before a blank name definitions and their members.
                let parts = named.split(" / ").filter_map(|part| part.split([' ', ':', '(']).next());
                for part in parts.filter(|part| part.chars().next().is_some_and(char::is_uppercase)) {
                    let mut steps = part.split('.');
                    let mut found = &definitions[steps.next().unwrap()];
                    for step in steps {
                        found = &found["properties"][step];
                    }
                    assert_eq!(!found.is_null(), here.is_some(), "{} {part}", facts.revision);
                    compared += 1;
                }
            }
        }
        assert!(compared > 80, "{compared}");
    }
}

//! BLK-005 `implausible-media-type`; the page beside this file says what it finds and why.

use super::base64::first_bytes;
use super::findings::shown;
use super::{Context, Findings, FixAvailability, Levels, Rule, Scope, Strength, revisions};
use crate::content::BlockKind;
use crate::result::ToolResult;

pub(super) static RULE: Rule = Rule {
    name: "implausible-media-type",
    code: "BLK-005",
    levels: Levels::ADVICE,
    strength: Strength::Advice,
    revisions: &revisions::ALL,
    scope: Scope::Result,
    source: "2026-07-28, schema: ImageContent.mimeType; 2026-07-28, basic/index: icons (detect by magic bytes) by analogy",
    fix: FixAvailability::OnRequest,
    why: "Model providers check the bytes against the type and refuse the request.",
    help: "Set `mimeType` to what the data is.",
    page: include_str!("implausible_media_type.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    for block in context.result().into_iter().flat_map(ToolResult::content) {
        let (data, mime_type, family) = match block.kind {
            BlockKind::Image { data, mime_type } => (data, mime_type, "image/"),
            BlockKind::Audio { data, mime_type } => (data, mime_type, "audio/"),
            BlockKind::Other
            | BlockKind::ResourceBlob { .. }
            | BlockKind::ResourceLink { .. }
            | BlockKind::ResourceText { .. }
            | BlockKind::Text(_) => continue,
        };
        let Some(node) = block.node.member("mimeType") else { continue };
        let (data, declared) = (data.to_str(), mime_type.to_str().to_ascii_lowercase());
        if !declared.starts_with(family) {
            findings.at(node, format!("the media type does not begin with {family}")).finds(shown(node));
        } else if let Some(actual) = first_bytes(&data).filter(|actual| !is_also(actual, &declared)) {
            let message = if (actual, declared.as_str()) == ("image/jpeg", "image/jpg") {
                "`image/jpg` is no registered media type, and providers refuse it"
            } else {
                "the data is of another media type"
            };
            findings.at(node, message).expects(actual).finds(declared);
        }
    }
}

/// Whether a type is called so, or also so where everybody takes both.
fn is_also(actual: &str, declared: &str) -> bool {
    const ALSO: &[(&str, &str)] =
        &[("audio/mpeg", "audio/mp3"), ("audio/flac", "audio/x-flac"), ("audio/ogg", "audio/opus")];
    actual == declared || ALSO.contains(&(actual, declared))
}

//! What a peer is told when it cannot take part in what a result asks for: an error that the model
//! reads, legal in every revision.

use crate::json::quote;
use crate::revision::RevisionFacts;

/// Returns a tool result that says in words why there is no output.
pub(super) fn error_result(words: &str, to: &RevisionFacts) -> String {
    let stamp = if to.has_result_type { "\"resultType\":\"complete\"," } else { "" };
    format!("{{{stamp}\"content\":[{{\"type\":\"text\",\"text\":{}}}],\"isError\":true}}", quote(words))
}

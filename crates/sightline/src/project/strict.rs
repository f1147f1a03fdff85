//! The models of a client's own that blocks have to fit.

use super::blocks::name_of;
use crate::json::Node;
use crate::profile::{Model, ModelObject};
use crate::result::ToolResult;

/// Whether some block does not fit the client's own models.
pub(super) fn breaks(models: &[Model], result: ToolResult<'_>) -> bool {
    result.content().any(|block| {
        let kind = name_of(&block);
        models.iter().any(|model| model.kind == kind && !fits(&model.fits, block.node))
    })
}

// Recursion is bounded by the nesting of the profile.
fn fits(asked: &ModelObject, object: Node<'_>) -> bool {
    let is_known = |key: &str| asked.members.is_empty() || asked.members.iter().any(|name| name == key);
    object.members().all(|member| is_known(&member.key.to_str()))
        && asked.lists.iter().all(|name| object.member(name).is_some_and(Node::is_array))
        && asked.not_negative.iter().all(|name| {
            let number = object.member(name).and_then(Node::as_number).and_then(|number| number.as_f64());
            number.is_none_or(|number| number >= 0.0)
        })
        && asked.inner.iter().all(|(name, asked)| {
            let Some(value) = object.member(name) else { return true };
            let mut objects = value.items().chain([value]).filter(|value| value.is_object());
            objects.all(|object| fits(asked, object))
        })
}

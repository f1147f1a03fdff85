//! What a client's own models ask of blocks beyond what its SDK asks.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::BlockName;

/// What the client's own model asks of blocks of one kind.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct Model {
    /// Which blocks.
    pub kind: BlockName,
    /// What is asked of them.
    pub fits: ModelObject,
}

/// What is asked of one object.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct ModelObject {
    /// Members that it may have; none means any.
    #[serde(default)]
    pub members: Vec<String>,
    /// Members that must be lists, and not be absent.
    #[serde(default)]
    pub lists: Vec<String>,
    /// Members that must not be negative numbers.
    #[serde(default)]
    pub not_negative: Vec<String>,
    /// What is asked of members that are objects, and of the items of those that are lists.
    #[serde(default)]
    pub inner: BTreeMap<String, ModelObject>,
}

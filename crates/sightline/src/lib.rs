//! Shows, checks and repairs what a Model Context Protocol tool result shows to whom.

#![warn(missing_docs, clippy::disallowed_methods, clippy::unwrap_used, clippy::expect_used)]

pub mod adapt;
pub mod align;
pub mod audience;
pub mod content;
pub mod contract;
pub mod diagnostic;
pub mod exchange;
pub mod fix;
pub mod json;
pub mod profile;
pub mod project;
pub mod recording;
pub mod report;
pub mod result;
pub mod revision;
pub mod rules;
pub mod schema;
pub mod sdk;
pub mod survey;
pub mod tokens;
pub mod tool;

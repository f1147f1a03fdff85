//! The layer beneath a client: what its MCP SDK refuses or alters, and how its runtime prints JSON.
//!
//! A client's own code sees a result only after this layer. Wording that a foreign validator
//! generates is a slot, `{validator}` in the text, with its source and message beside it.

mod against_schema;
pub(crate) mod base64;
mod blocks;
mod copy;
mod csharp;
pub(crate) mod lax;
pub(crate) mod models;
pub(crate) mod plain;
pub mod print;
pub(crate) mod python;
mod readers;
mod receive;
mod repair;
pub(crate) mod repr;
mod shape;
mod typed;
pub(crate) mod url;
mod zod3;

pub(crate) use against_schema::UNCAUGHT_REFERENCE;
pub use csharp::csharp;
pub use python::dump;
pub(crate) use readers::{OWN_READER_OF_KINDS, block_shape, missing_result_type};
pub use receive::{OddSchema, Received, SdkKind, SdkLayer, Validator, receive};
pub(crate) use repair::{filled_from_text, is_truthy};
pub(crate) use shape::Shape;

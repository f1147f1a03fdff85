//! The kit: write a tool result once, typed, and every client gets a form that is legal, complete
//! and cheap; take one in, and each audience gets its channel.
//!
//! * Servers: [`TypedTool`] makes definition and results from a Rust type, [`Reply::for_peer`] gives
//!   them to a peer of any revision, [`Limit`] and [`store`] keep big results valid, [`state`] seals
//!   what a client carries between two rounds.
//! * Clients: [`client`] takes a result in.
//! * Hosts of MCP Apps: [`apps`].
//!
//! The crate does no I/O but for [`store::DirectoryStore`], and reads no clock: where time matters it
//! is passed in.
//!
//! ```
//! use schemars::JsonSchema;
//! use serde::Serialize;
//! use sightline::revision::Revision;
//! use sightline_kit::{Encoding, Text, TypedTool, schemars};
//!
//! #[derive(Serialize, JsonSchema)]
//! struct Order {
//!     id: u32,
//!     total: f64,
//! }
//!
//! let tool = TypedTool::<Vec<Order>>::builder("list_orders")
//!     .description("Lists the open orders.")
//!     .text(Text::written(|orders: &Vec<Order>| format!("{} orders", orders.len())).then(Encoding::Csv))
//!     .build()?;
//! let reply = tool.reply(&vec![Order { id: 7, total: 12.5 }]).finish()?;
//! assert_eq!(
//!     reply.json(),
//!     r#"{"content":[{"type":"text","text":"1 orders\n\nid,total\n7,12.5"}],"structuredContent":[{"id":7,"total":12.5}],"resultType":"complete"}"#
//! );
//! // A peer of an older revision gets an object, and a definition that fits it.
//! assert!(reply.for_peer(&Revision::V2025_11_25).contains(r#""structuredContent":{"result":[{"id":7"#));
//! # Ok::<(), sightline_kit::Error>(())
//! ```

#![warn(missing_docs, clippy::unwrap_used, clippy::expect_used)]

pub mod apps;
mod ask;
mod block;
mod builder;
pub mod client;
mod definition;
pub mod encode;
mod error;
mod limit;
mod reply;
#[cfg(feature = "rmcp")]
pub mod rmcp;
pub mod state;
pub mod store;
mod text;
mod trim;
mod type_schema;

pub use ask::{InputRequest, InputRequiredBuilder};
pub use block::{For, Link};
pub use builder::{ToolBuilder, TypedTool};
pub use encode::Encoding;
pub use error::Error;
pub use limit::Limit;
pub use reply::{Reply, ReplyBuilder};
/// Derives the schemas of types; the version that this crate uses.
pub use schemars;
pub use text::Text;
pub use trim::{LeftOut, Unit};
pub use type_schema::{NULLABLE, input_schema, output_schema};

/// The guides, whose examples are tests.
#[cfg(doctest)]
mod guides {
    #[doc = include_str!("../../../docs/for-clients.md")]
    mod clients {}
    #[doc = include_str!("../../../docs/for-hosts.md")]
    mod hosts {}
    #[doc = include_str!("../../../docs/for-servers.md")]
    mod servers {}
}

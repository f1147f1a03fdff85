//! Both sides of the Model Context Protocol on raw bytes, without a terminal: a client over stdio and
//! Streamable HTTP that keeps every message as it was received, a server whose offer is somebody else's, and the demo,
//! which offers every kind of result.
//!
//! A typed SDK would hide the faults that Sightline reports.

#![warn(missing_docs, clippy::unwrap_used, clippy::expect_used)]

pub mod arguments;
pub mod client;
pub mod demo;
pub mod server;

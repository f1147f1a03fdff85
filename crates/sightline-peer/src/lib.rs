//! Both sides of the Model Context Protocol on raw bytes, without a terminal: a client over stdio and
//! Streamable HTTP that keeps every message as it was received, and the demo server.
//!
//! A typed SDK would hide the faults that Sightline reports.

#![warn(missing_docs, clippy::unwrap_used, clippy::expect_used)]

pub mod client;
pub mod demo;

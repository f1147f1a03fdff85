//! Both sides of the Model Context Protocol on raw bytes, without a terminal.

#![warn(missing_docs, clippy::unwrap_used, clippy::expect_used)]

//! Model Context Protocol on raw bytes: a client over stdio and Streamable HTTP that keeps every
//! message as it was received.
//!
//! A typed SDK would hide the faults that Sightline reports.

#![warn(missing_docs)]

pub mod client;
pub mod demo;

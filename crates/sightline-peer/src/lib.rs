//! Model Context Protocol on raw bytes: a client over stdio and Streamable HTTP that keeps every
//! message as it was received.
//!
//! A typed SDK would hide the faults that Sightline reports.

#![warn(missing_docs)]

pub mod client;

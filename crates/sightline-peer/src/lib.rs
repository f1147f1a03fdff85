//! Both sides of the Model Context Protocol on raw bytes, without a terminal.

#![warn(missing_docs, clippy::unwrap_used, clippy::expect_used)]

pub mod demo;

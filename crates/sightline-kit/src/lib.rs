//! The kit: write a tool result once, typed, and every client gets a form that is legal, complete
//! and cheap; take one in, and each audience gets its channel.

#![warn(missing_docs, clippy::unwrap_used, clippy::expect_used)]

//! Any document is taken for what a server sends, and adapted between all revisions.
#![no_main]

#[path = "../../crates/sightline/tests/fuzz_body/mod.rs"]
mod fuzz_body;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz_body::adapt(bytes));

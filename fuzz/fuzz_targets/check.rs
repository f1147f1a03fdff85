//! Any document is checked for what it looks like, under each guidance.
#![no_main]

#[path = "../../crates/sightline/tests/fuzz_body/mod.rs"]
mod fuzz_body;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz_body::check(bytes));

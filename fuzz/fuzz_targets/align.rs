//! Any document is taken for a result, and its text compared with its data.
#![no_main]

#[path = "../../crates/sightline/tests/fuzz_body/mod.rs"]
mod fuzz_body;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz_body::align(bytes));

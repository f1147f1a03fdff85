//! Any bytes are read as a document; what is read is held to the laws of `fuzz_body`.
#![no_main]

#[path = "../../crates/sightline/tests/fuzz_body/mod.rs"]
mod fuzz_body;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz_body::document(bytes));

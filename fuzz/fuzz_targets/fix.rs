//! Any document is mended by all fixes, until nothing is left to mend.
#![no_main]

#[path = "../../crates/sightline/tests/fuzz_body/mod.rs"]
mod fuzz_body;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz_body::fix(bytes));

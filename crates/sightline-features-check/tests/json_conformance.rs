//! The library's own test of that name, built here with other features of `serde_json`.

#[path = "../../sightline/tests/json_conformance.rs"]
mod json_conformance;

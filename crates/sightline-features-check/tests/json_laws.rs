//! The library's own test of that name, built here with other features of `serde_json`.

#[path = "../../sightline/tests/json_laws.rs"]
mod json_laws;

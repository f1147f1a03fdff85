//! Holds no code: its tests are those of the library, with serde_json's features on.

//! The example server of rmcp, whose results the kit makes: on the wire, before foreign clients,
//! and as the program that newcomers run.
//!
//! One program for all of it: rmcp's part is what takes long to build.

mod examples;
mod foreign;
#[path = "../../../sightline-cli/tests/common/official.rs"]
mod official;
#[path = "../../../sightline-cli/tests/common/install.rs"]
mod packages;
#[path = "../../examples/server.rs"]
#[allow(dead_code, reason = "the example's own main is not used here")]
mod server;
#[path = "../shapes/mod.rs"]
mod shapes;
mod wire;

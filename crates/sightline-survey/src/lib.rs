//! The survey: runs real clients against a probe server and a stand-in model endpoint, keeps what
//! each client's model was sent, and says what that means.

#![warn(missing_docs, clippy::unwrap_used, clippy::expect_used)]

pub mod endpoint;
pub mod install;
pub mod isolate;
pub mod probe;
mod process;
pub mod recipe;
pub mod record;
pub mod results;
pub mod run;
pub mod scenario;
pub mod servers;
pub mod site;

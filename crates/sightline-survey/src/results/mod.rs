//! What records say: which channels of a result reached the model, in which form, and what follows
//! from that about a client; what changed between two surveys; where shipped profiles are wrong.
//!
//! Everything here reads stored records. Nothing runs a client, and nothing knows one by name.

pub mod around;
pub mod cell;
pub mod channel;
pub mod diff;
pub mod drift;
pub mod form;
mod pair;
pub mod profiles;
pub mod read;
pub mod replay;
pub mod strategy;
pub mod surface;

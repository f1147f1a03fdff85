//! Rendering: the one report as text for people and as JSON for machines.

pub mod text;

use anyhow::Result;
use sightline::report::Report;

pub fn json(report: &Report) -> Result<String> {
    Ok(serde_json::to_string_pretty(report)?)
}

//! A baseline: old findings, parked by fingerprint, so that only new ones count.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, anyhow, bail};
use serde::{Deserialize, Serialize};
use sightline::diagnostic::Diagnostic;

/// Version of the file's shape.
const VERSION: u32 = 1;

/// The file.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct File {
    sightline_baseline: u32,
    findings: Vec<Parked>,
}

/// One finding; only the fingerprint counts, the rest is for people who read the file.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Parked {
    pub rule: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    pub pointer: String,
    pub message: String,
    pub fingerprint: String,
}

impl Parked {
    pub fn of(found: &Diagnostic, fingerprint: String) -> Self {
        Self {
            rule: found.rule.to_owned(),
            tool: found.tool.clone(),
            pointer: found.pointer.clone(),
            message: found.message.clone(),
            fingerprint,
        }
    }
}

/// The findings of a baseline by fingerprint.
pub type Findings = BTreeMap<String, Parked>;

pub fn read(path: &Path) -> Result<Findings> {
    let name = path.display();
    let text = fs::read_to_string(path)
        .with_context(|| format!("the baseline {name} cannot be read; --write-baseline {name} makes it"))?;
    let file: File =
        serde_json::from_str(&text).map_err(|error| anyhow!("{name} is no baseline: {error}"))?;
    if file.sightline_baseline != VERSION {
        bail!("{name} is a baseline of version {}, and this is for {VERSION}", file.sightline_baseline);
    }
    Ok(file.findings.into_iter().map(|parked| (parked.fingerprint.clone(), parked)).collect())
}

/// Writes the findings in an order that does not depend on how they were found.
pub fn write(path: &Path, findings: Findings) -> Result<()> {
    let mut findings: Vec<Parked> = findings.into_values().collect();
    findings.sort();
    let file = File { sightline_baseline: VERSION, findings };
    let text = serde_json::to_string_pretty(&file)?;
    crate::write::whole(path, &(text + "\n"))
}

/// Tells whether a file is a baseline; a folder of recordings may hold one.
pub fn is_baseline(root: sightline::json::Node<'_>) -> bool {
    root.member("sightline_baseline").is_some()
}
